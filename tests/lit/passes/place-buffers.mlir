// A buffer of 4 KiB begins 2 KiB behind a page. A small one, one of unknown size, one that asks for a
// whole page, and one whose elements take more bytes than they have stay where they are.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-place-buffers))' | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         %[[BLOCK:.+]] = memref.alloc() {alignment = 4096 : i64} : memref<6144xi8>
// CHECK:         %[[PLACE:.+]] = arith.constant 2048 : index
// CHECK:         %[[BUFFER:.+]] = memref.view %[[BLOCK]][%[[PLACE]]][] : memref<6144xi8> to memref<2x512xf32>
// CHECK:         %[[SMALL:.+]] = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
// CHECK:         %[[DYNAMIC:.+]] = memref.alloc(%{{.+}}) {alignment = 64 : i64} : memref<?xf32>
// CHECK:         %[[PAGE:.+]] = memref.alloc() {alignment = 4096 : i64} : memref<1024xf32>
// CHECK:         memref.alloc() {alignment = 64 : i64} : memref<1024xi24>
// CHECK:         memref.store %{{.+}}, %[[BUFFER]]
// CHECK:         memref.dealloc %[[BLOCK]] : memref<6144xi8>
// CHECK:         memref.dealloc %[[SMALL]]
// CHECK:         memref.dealloc %[[DYNAMIC]]
// CHECK:         memref.dealloc %[[PAGE]]
func.func @payload(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() {alignment = 64 : i64} : memref<2x512xf32>
  %b = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
  %c = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  %d = memref.alloc() {alignment = 4096 : i64} : memref<1024xf32>
  %e = memref.alloc() {alignment = 64 : i64} : memref<1024xi24>
  memref.store %x, %a[%c0, %c0] : memref<2x512xf32>
  memref.store %x, %b[%c0] : memref<2xf32>
  memref.store %x, %c[%c0] : memref<?xf32>
  memref.store %x, %d[%c0] : memref<1024xf32>
  memref.dealloc %a : memref<2x512xf32>
  memref.dealloc %b : memref<2xf32>
  memref.dealloc %c : memref<?xf32>
  memref.dealloc %d : memref<1024xf32>
  memref.dealloc %e : memref<1024xi24>
  return
}
