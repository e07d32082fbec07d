// A contraction becomes products of rows; a function of plain vectors is left alone.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-lower-vectors))' | FileCheck %s
// CHECK-LABEL: func.func @contraction
// CHECK-NOT:     vector.contract
// CHECK:         vector.fma {{.*}} vector<4xf32>
func.func @contraction(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.contract {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
      : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// Wide loads and shuffles for a stride of 2.
// CHECK-LABEL: func.func @strided
// CHECK-COUNT-2: vector.load
// CHECK:         vector.shuffle
func.func @strided(%a: memref<8xf32, strided<[2]>>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0], %pad {in_bounds = [true]} : memref<8xf32, strided<[2]>>, vector<8xf32>
  return %v : vector<8xf32>
}
// CHECK-LABEL: func.func @plain
// CHECK-COUNT-2: arith.constant
func.func @plain(%a: vector<4xf32>) -> (vector<4xf32>, index, index) {
  %0 = arith.constant 3 : index
  %1 = arith.constant 3 : index
  return %a, %0, %1 : vector<4xf32>, index, index
}
// With 7 of 8 lanes: neither load ends beyond the last element.
// CHECK-LABEL: func.func @masked
// CHECK:         vector.load {{.*}}[%c0] : memref<13xf32, strided<[1]>>, vector<8xf32>
// CHECK:         vector.load {{.*}}[%c5] : memref<13xf32, strided<[1]>>, vector<8xf32>
// CHECK:         vector.shuffle {{.*}} [0, 1, 2, 3, 11, 13, 15, 7]
// CHECK:         arith.select
func.func @masked(%a: memref<7xf32, strided<[2]>>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %mask = arith.constant dense<[true, true, true, true, true, true, true, false]> : vector<8xi1>
  %v = vector.transfer_read %a[%c0], %pad, %mask {in_bounds = [true]} : memref<7xf32, strided<[2]>>, vector<8xf32>
  return %v : vector<8xf32>
}
// CHECK-LABEL: func.func @masked_writes
// CHECK-COUNT-3: memref.store
// CHECK-NOT:     memref.store
func.func @masked_writes(%v: vector<4xf32>, %a: memref<3xf32, strided<[2]>>) {
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<[true, true, true, false]> : vector<4xi1>
  vector.transfer_write %v, %a[%c0], %mask {in_bounds = [true]} : vector<4xf32>, memref<3xf32, strided<[2]>>
  return
}
