// Short rows are copied as vectors, what is strided otherwise by a loop nest; a plain copy stays.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-expand-strided-copies))' | FileCheck %s
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
func.func @columns(%a: memref<4x8xf32, strided<[1, 4]>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[1, 4]>> to memref<4x8xf32>
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
