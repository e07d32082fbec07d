// The size of what a loop carries is that of what it started with. A function that asks for none is not even canonicalized.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-keep-carried-sizes))' | FileCheck %s
// CHECK-LABEL: func.func @carried
// CHECK-SAME:    %[[A:[^:]+]]: tensor<?xf32>
// CHECK:         scf.for
// CHECK:           %[[SIZE:.+]] = tensor.dim %[[A]]
// CHECK-NOT:       tensor.dim
// CHECK:           tensor.insert_slice %{{.+}} into %{{.+}}[0] [%[[SIZE]]] [1]
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
// CHECK-LABEL: func.func @other
// CHECK-COUNT-2: arith.constant 7
func.func @other() -> (index, index) {
  %0 = arith.constant 7 : index
  %1 = arith.constant 7 : index
  return %0, %1 : index, index
}
