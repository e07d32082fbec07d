// RUN: not %mlirgym dump %s 2>&1 | FileCheck %s -DFILE=%s
// CHECK: mlirgym: error: [[FILE]]:[[#@LINE+2]]:3: 'cf.br' is not supported in a payload; write the function as one block
func.func @branch(%a: tensor<8x48xf32>) -> tensor<8x48xf32> {
  cf.br ^next
^next:
  return %a : tensor<8x48xf32>
}
