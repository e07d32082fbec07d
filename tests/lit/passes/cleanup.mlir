// Canonicalization, sizes of results and common subexpressions at once.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(mlirgym-cleanup)' | FileCheck %s
// CHECK-LABEL: func.func @sizes
// CHECK-SAME:    %[[A:.+]]: tensor<?x8xf32>, %[[N:.+]]: index
// CHECK-NEXT:    %[[SUM:.+]] = arith.addi %[[N]], %[[N]]
// CHECK-NEXT:    return %[[SUM]], %[[SUM]]
func.func @sizes(%a: tensor<?x8xf32>, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %slice = tensor.extract_slice %a[0, 0] [%n, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
  %size = tensor.dim %slice, %c0 : tensor<?x8xf32>
  %first = arith.addi %size, %n : index
  %second = arith.addi %n, %size : index
  return %first, %second : index, index
}
