// Copies of constants do not share an empty tensor with each other or with the results of others.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-separate-copies))' | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK-DAG:     %[[A:.+]] = tensor.empty() : tensor<2x3xf32>
// CHECK-DAG:     %[[B:.+]] = tensor.empty() : tensor<2x3xf32>
// CHECK-DAG:     %[[C:.+]] = tensor.empty() : tensor<2x3xf32>
// CHECK-NOT:     tensor.empty
// CHECK:         linalg.copy ins(%{{.+}}) outs(%[[FIRST:.+]] : tensor<2x3xf32>)
// CHECK:         scf.for {{.*}} iter_args(%{{.+}} = %[[SECOND:.+]])
// CHECK:         linalg.exp {{.*}} outs(%[[OTHERS:.+]] : tensor<2x3xf32>)
// CHECK:         linalg.abs {{.*}} outs(%[[OTHERS]] : tensor<2x3xf32>)
// CHECK:         linalg.copy ins(%{{.+}}) outs(%[[OTHERS]] : tensor<2x3xf32>)
func.func @payload(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %weights = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x3xf32>
  %empty = tensor.empty() : tensor<2x3xf32>
  %part = tensor.extract_slice %weights[1, 0] [2, 3] [1, 1] : tensor<3x3xf32> to tensor<2x3xf32>
  %a = linalg.copy ins(%part : tensor<2x3xf32>) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = scf.for %i = %c0 to %c2 step %c1 iter_args(%carried = %empty) -> tensor<2x3xf32> {
    %row = tensor.extract_slice %weights[%i, 0] [1, 3] [1, 1] : tensor<3x3xf32> to tensor<1x3xf32>
    %next = tensor.insert_slice %row into %carried[%i, 0] [1, 3] [1, 1] : tensor<1x3xf32> into tensor<2x3xf32>
    scf.yield %next : tensor<2x3xf32>
  }
  %c = linalg.exp ins(%x : tensor<2x3xf32>) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %d = linalg.abs ins(%x : tensor<2x3xf32>) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %e = linalg.copy ins(%zeros : tensor<2x3xf32>) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %a, %b, %c, %d, %e : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}
