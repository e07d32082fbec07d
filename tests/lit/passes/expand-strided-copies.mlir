// Rows are copied as vectors if they are short or have a small stride in the source, what is strided
// otherwise by a loop nest; a plain copy stays.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-expand-strided-copies{vector-bits=256}))' | FileCheck %s
// CHECK-LABEL: func.func @rows
// CHECK:         scf.for
// CHECK:           vector.transfer_read {{.*}} vector<8xf32>
// CHECK:           vector.transfer_write
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @rows(%a: memref<4x8xf32, strided<[64, 1]>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[64, 1]>> to memref<4x8xf32>
  return
}
// CHECK-LABEL: func.func @columns
// CHECK:         linalg.copy
func.func @columns(%a: memref<4x8xf32, strided<[1, 6]>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[1, 6]>> to memref<4x8xf32>
  return
}
// CHECK-LABEL: func.func @every_other
// CHECK:         scf.for
// CHECK:           %[[REST:.*]] = arith.constant 16
// CHECK:           vector.transfer_read {{.*}}%[[REST]]]{{.*}} vector<5xf32>
// CHECK:           %[[LANES:.*]] = arith.constant 8
// CHECK:           scf.for {{.*}} step %[[LANES]]
// CHECK:             vector.transfer_read {{.*}} vector<8xf32>
// CHECK:             vector.transfer_write
// CHECK-NOT:     copy
// CHECK:         return
func.func @every_other(%a: memref<4x21xf32, strided<[64, 2]>>, %b: memref<4x21xf32>) {
  memref.copy %a, %b : memref<4x21xf32, strided<[64, 2]>> to memref<4x21xf32>
  return
}
// A row of less than two vectors needs no loop.
// CHECK-LABEL: func.func @short
// CHECK-NOT:     scf.for
// CHECK-COUNT-2: vector.transfer_write
// CHECK:         return
func.func @short(%a: memref<11xf32, strided<[3]>>, %b: memref<11xf32>) {
  memref.copy %a, %b : memref<11xf32, strided<[3]>> to memref<11xf32>
  return
}
// CHECK-LABEL: func.func @far
// CHECK:         linalg.copy
func.func @far(%a: memref<16xf32, strided<[5]>>, %b: memref<16xf32>) {
  memref.copy %a, %b : memref<16xf32, strided<[5]>> to memref<16xf32>
  return
}
// CHECK-LABEL: func.func @plain
// CHECK:         memref.copy
func.func @plain(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32> to memref<4x8xf32>
  return
}
// CHECK-LABEL: func.func @itself
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @itself(%a: memref<4x8xf32>) {
  memref.copy %a, %a : memref<4x8xf32> to memref<4x8xf32>
  return
}
