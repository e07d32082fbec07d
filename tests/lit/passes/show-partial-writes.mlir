// 8 of 1 x 10 elements look like all of them to the analysis; 10 are all.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-show-partial-writes))' | FileCheck %s
// CHECK-LABEL: func.func @part
// CHECK:         %[[ZERO:.+]] = arith.addi %c0, %c0
// CHECK:         vector.transfer_write %{{.+}}, %{{.+}}[%[[ZERO]], %c0]
func.func @part(%v: vector<8xf32>, %t: tensor<1x10xf32>) -> tensor<1x10xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true]} : vector<8xf32>, tensor<1x10xf32>
  return %0 : tensor<1x10xf32>
}
// CHECK-LABEL: func.func @whole
// CHECK-NOT:     arith.addi
// CHECK:         return
func.func @whole(%v: vector<10xf32>, %t: tensor<1x10xf32>) -> tensor<1x10xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true]} : vector<10xf32>, tensor<1x10xf32>
  return %0 : tensor<1x10xf32>
}
