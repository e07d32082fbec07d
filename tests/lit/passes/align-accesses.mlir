// The alignment of a vector follows from strides, steps of loops and offsets of views: it is stated
// where it exceeds that of an element.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-align-accesses))' | FileCheck %s
// CHECK-LABEL: func.func @accesses
// CHECK:         vector.load %arg0[%{{.+}}, %{{.+}}] {alignment = 16 : i64}
// CHECK:         vector.load %arg1[%{{.+}}, %{{.+}}] : memref<8x30xf32>
// CHECK:         vector.load %{{.+}}[%{{.+}}, %{{.+}}] {alignment = 8 : i64}
// CHECK:         vector.store %{{.+}}, %arg0[%{{.+}}, %arg2] : memref<8x32xf32>
func.func @accesses(%a: memref<8x32xf32>, %b: memref<8x30xf32>, %any: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c28 = arith.constant 28 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c28 step %c4 {
      %x = vector.load %a[%i, %j] : memref<8x32xf32>, vector<4xf32>
      // Rows of 30 elements begin anywhere.
      %y = vector.load %b[%i, %any] : memref<8x30xf32>, vector<4xf32>
      %view = memref.subview %a[0, 2] [8, 28] [1, 1] : memref<8x32xf32> to memref<8x28xf32, strided<[32, 1], offset: 2>>
      %z = vector.load %view[%i, %j] : memref<8x28xf32, strided<[32, 1], offset: 2>>, vector<4xf32>
      %xy = arith.addf %x, %y : vector<4xf32>
      %xyz = arith.addf %xy, %z : vector<4xf32>
      vector.store %xyz, %a[%i, %any] : memref<8x32xf32>, vector<4xf32>
    }
  }
  return
}
