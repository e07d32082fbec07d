// Canonicalization, sizes of results and common subexpressions at once; again after each pass that
// changed the IR.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(mlirgym-cleanup)' | FileCheck %s
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(mlirgym-cleanup,inline{default-pipeline=},mlirgym-cleanup)' | FileCheck %s --check-prefix=AGAIN
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(mlirgym-cleanup,mlirgym-cleanup)' | FileCheck %s
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

func.func private @product(%n: index, %factor: index) -> index {
  %product = arith.muli %n, %factor : index
  return %product : index
}

// CHECK-LABEL: func.func @calls
// CHECK:         call @product
// AGAIN-LABEL: func.func @calls
// AGAIN-SAME:    %[[N:.+]]: index
// AGAIN-NEXT:    return %[[N]]
func.func @calls(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %product = func.call @product(%n, %c1) : (index, index) -> index
  return %product : index
}
