// RUN: not %mlirgym dump %s 2>&1 | FileCheck %s
// CHECK: mlirgym: error: {{.*}}no-structured-op.mlir{{.*}};
func.func @nothing(%a: tensor<8x48xf32>) -> tensor<8x48xf32> {
  return %a : tensor<8x48xf32>
}
