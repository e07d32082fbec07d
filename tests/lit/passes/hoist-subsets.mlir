// The accumulator is read before the loop and written after it, a masked one too.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-hoist-subsets))' | FileCheck %s
// CHECK-LABEL: func.func @plain
// CHECK:         %[[FIRST:.+]] = vector.transfer_read %{{.+}}[%c0]
// CHECK:         %[[LOOP:.+]]:2 = scf.for {{.*}} iter_args({{.*}} = %[[FIRST]])
// CHECK-NOT:       vector.transfer
// CHECK:           scf.yield
// CHECK:         vector.transfer_write %[[LOOP]]#1
func.func @plain(%a: tensor<16xf32>, %x: vector<8xf32>, %n: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<16xf32>) {
    %v = vector.transfer_read %t[%c0], %pad {in_bounds = [true]} : tensor<16xf32>, vector<8xf32>
    %s = arith.addf %v, %x : vector<8xf32>
    %w = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<16xf32>
    scf.yield %w : tensor<16xf32>
  }
  return %0 : tensor<16xf32>
}
// CHECK-LABEL: func.func @masked
// CHECK:         vector.transfer_read
// CHECK:         scf.for
// CHECK-NOT:       vector.transfer
// CHECK:           scf.yield
// CHECK:         vector.transfer_write
func.func @masked(%a: tensor<?xf32>, %x: vector<8xf32>, %mask: vector<8xi1>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = ub.poison : f32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<?xf32>) {
    %v = vector.transfer_read %t[%c0], %pad, %mask {in_bounds = [true]} : tensor<?xf32>, vector<8xf32>
    %s = arith.addf %v, %x : vector<8xf32>
    %w = vector.transfer_write %s, %t[%c0], %mask {in_bounds = [true]} : vector<8xf32>, tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
