// The size of a tensor that a loop carries is taken from before the loop.
// RUN: %mlirgym-opt %s --mlirgym-vectorize | FileCheck %s
// CHECK-LABEL: func.func @carried
// CHECK-SAME:    %[[A:[^:]+]]: tensor<?xf32>
// CHECK:         %[[SIZE:.+]] = tensor.dim %[[A]]
// CHECK:         scf.for
// CHECK-NOT:       tensor.dim
// CHECK:           scf.yield
func.func @carried(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<?xf32>) {
    %size = tensor.dim %t, %c0 : tensor<?xf32>
    %slice = tensor.extract_slice %a[0] [%size] [1] : tensor<?xf32> to tensor<?xf32>
    %exp = linalg.exp ins(%slice : tensor<?xf32>) outs(%slice : tensor<?xf32>) -> tensor<?xf32>
    %tile = tensor.insert_slice %exp into %t[0] [%size] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %tile : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
