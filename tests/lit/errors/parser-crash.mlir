// MLIR's parser crashes on `dimensions = 1`; that is the worker's end, not ours.
// RUN: not %mlirgym dump %s 2>&1 | FileCheck %s -DFILE=%s
// CHECK: mlirgym: error: [[FILE]]: MLIR's parser crashed on this file: {{.*}}SIGSEGV{{.*}}; fix text that is misspelt
func.func @f(%a: tensor<8x8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.reduce {arith.addf} ins(%a: tensor<8x8xf32>) outs(%o: tensor<8xf32>) dimensions = 1
  return %0 : tensor<8xf32> }
