// A loop around a marked operation is peeled: 64 = 4 * 14 + 8. A loop without one is not.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-peel-remainders))' | FileCheck %s
// CHECK-LABEL: func.func @marked
// CHECK-DAG:     %[[MAIN:.+]] = arith.constant 56 : index
// CHECK-DAG:     %[[ALL:.+]] = arith.constant 64 : index
// CHECK:         scf.for %{{.+}} = %{{.+}} to %[[MAIN]] step
// CHECK:           linalg.exp {mlirgym.vectorize}
// CHECK:         scf.for %{{.+}} = %[[MAIN]] to %[[ALL]] step
// CHECK:           linalg.exp {mlirgym.vectorize}
func.func @marked(%a: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c14 = arith.constant 14 : index
  %c64 = arith.constant 64 : index
  %0 = scf.for %i = %c0 to %c64 step %c14 iter_args(%t = %a) -> (tensor<64xf32>) {
    %size = affine.min affine_map<(d0) -> (-d0 + 64, 14)>(%i)
    %slice = tensor.extract_slice %t[%i] [%size] [1] : tensor<64xf32> to tensor<?xf32>
    %exp = linalg.exp {mlirgym.vectorize} ins(%slice : tensor<?xf32>) outs(%slice : tensor<?xf32>) -> tensor<?xf32>
    %whole = tensor.insert_slice %exp into %t[%i] [%size] [1] : tensor<?xf32> into tensor<64xf32>
    scf.yield %whole : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
// CHECK-LABEL: func.func @unmarked
// CHECK-COUNT-1: scf.for
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @unmarked(%a: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c14 = arith.constant 14 : index
  %c64 = arith.constant 64 : index
  %0 = scf.for %i = %c0 to %c64 step %c14 iter_args(%t = %a) -> (tensor<64xf32>) {
    %size = affine.min affine_map<(d0) -> (-d0 + 64, 14)>(%i)
    %slice = tensor.extract_slice %t[%i] [%size] [1] : tensor<64xf32> to tensor<?xf32>
    %exp = linalg.exp ins(%slice : tensor<?xf32>) outs(%slice : tensor<?xf32>) -> tensor<?xf32>
    %whole = tensor.insert_slice %exp into %t[%i] [%size] [1] : tensor<?xf32> into tensor<64xf32>
    scf.yield %whole : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
