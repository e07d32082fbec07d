// A transfer reads through a slice, and what was written under a mask is not read again.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-fold-subsets))' | FileCheck %s
// CHECK-LABEL: func.func @slice
// CHECK-SAME:    %[[A:[^:]+]]: tensor<64xf32>, %[[I:[^:]+]]: index
// CHECK-NOT:     tensor.extract_slice
// CHECK:         vector.transfer_read %[[A]][%[[I]]]
func.func @slice(%a: tensor<64xf32>, %i: index) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %slice = tensor.extract_slice %a[%i] [8] [1] : tensor<64xf32> to tensor<8xf32>
  %v = vector.transfer_read %slice[%c0], %pad {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  return %v : vector<8xf32>
}
// CHECK-LABEL: func.func @same_mask
// CHECK-SAME:    %[[V:[^:]+]]: vector<8xf32>
// CHECK:         return %[[V]]
func.func @same_mask(%v: vector<8xf32>, %a: tensor<?xf32>, %mask: vector<8xi1>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %pad = ub.poison : f32
  %w = vector.transfer_write %v, %a[%c0], %mask {in_bounds = [true]} : vector<8xf32>, tensor<?xf32>
  %r = vector.transfer_read %w[%c0], %pad, %mask {in_bounds = [true]} : tensor<?xf32>, vector<8xf32>
  return %r : vector<8xf32>
}
// CHECK-LABEL: func.func @other_mask
// CHECK:         vector.transfer_read
func.func @other_mask(%v: vector<8xf32>, %a: tensor<?xf32>, %mask: vector<8xi1>, %other: vector<8xi1>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %pad = ub.poison : f32
  %w = vector.transfer_write %v, %a[%c0], %mask {in_bounds = [true]} : vector<8xf32>, tensor<?xf32>
  %r = vector.transfer_read %w[%c0], %pad, %other {in_bounds = [true]} : tensor<?xf32>, vector<8xf32>
  return %r : vector<8xf32>
}
