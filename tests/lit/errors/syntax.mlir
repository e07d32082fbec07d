// RUN: not %mlirgym dump %s 2>&1 | FileCheck %s -DFILE=%s
// CHECK: mlirgym: error: [[FILE]]:[[#@LINE+2]]
func.func @broken(%a: tensor<8x48xf32>) -> tensor<8x48xf32> {
  %0 = linalg.exp ins(%a : tensor<8x48xf32>
  return %0 : tensor<8x48xf32>
}
