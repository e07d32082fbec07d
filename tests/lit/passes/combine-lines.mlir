// Rows of 57 floats go to a buffer on the stack, of which
// whole lines leave it past the caches.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-combine-lines))' | FileCheck %s
// CHECK-LABEL: func.func @rows
// CHECK-SAME:    %{{[^:]+}}: memref<96x57xf32>, %[[OUT:[^:]+]]: memref<96x57xf32>
// CHECK-DAG:     %[[LINES:.*]] = memref.alloca() {alignment = 4096 : i64} : memref<736xf32>
// CHECK-DAG:     %[[FLAT:.*]] = memref.collapse_shape %[[OUT]]
// CHECK:         scf.for
// What precedes another place than the next one is stored.
// CHECK:           arith.cmpi ne
// CHECK-NEXT:      scf.if
// CHECK:             vector.store {{.*}}, %[[FLAT]]{{.*}} : memref<5472xf32>, vector<1xf32>
// CHECK:             vector.store {{.*}}, %[[FLAT]]{{.*}} {alignment = 64 : i64, nontemporal = true} : memref<5472xf32>, vector<16xf32>
// CHECK:             vector.store {{.*}}, %[[FLAT]]{{.*}} : memref<5472xf32>, vector<1xf32>
// CHECK:           %[[ROWS:.*]] = memref.reinterpret_cast %[[LINES]] to offset: [%{{.*}}], sizes: [8, 64], strides: [57, 1]
// CHECK:           vector.transfer_write %{{.*}}, %[[ROWS]][%{{.*}}] {in_bounds = [true, true], mlirgym.row_by_row}
// CHECK:           arith.cmpi sge
// CHECK-NEXT:      scf.if
// CHECK:             vector.store {{.*}}, %[[FLAT]]{{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK:             vector.store {{.*}}, %[[LINES]]
// CHECK:         }
// The rest, after the loop.
// CHECK:         vector.store {{.*}}, %[[FLAT]]{{.*}} : memref<5472xf32>, vector<1xf32>
// CHECK-NOT:     vector.transfer_write
func.func @rows(%in: memref<96x57xf32>, %out: memref<96x57xf32> {mlirgym.stream}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %pad = arith.constant 0.0 : f32
  %mask = vector.constant_mask [8, 57] : vector<8x64xi1>
  scf.for %i = %c0 to %c96 step %c8 {
    %a = memref.subview %in[%i, 0] [8, 57] [1, 1] : memref<96x57xf32> to memref<8x57xf32, strided<[57, 1], offset: ?>>
    %b = memref.subview %out[%i, 0] [8, 57] [1, 1] : memref<96x57xf32> to memref<8x57xf32, strided<[57, 1], offset: ?>>
    %v = vector.transfer_read %a[%c0, %c0], %pad, %mask {in_bounds = [true, true]} : memref<8x57xf32, strided<[57, 1], offset: ?>>, vector<8x64xf32>
    vector.transfer_write %v, %b[%c0, %c0], %mask {in_bounds = [true, true]} : vector<8x64xf32>, memref<8x57xf32, strided<[57, 1], offset: ?>>
  }
  return
}
// The main part of a row and its remainder share a buffer.
// CHECK-LABEL: func.func @parts
// CHECK-COUNT-1: memref<{{[0-9]+}}xf32>{{$}}
// CHECK-NOT:     vector.transfer_write {{.*}} memref<96x24xf32>
// CHECK-COUNT-2: mlirgym.row_by_row
func.func @parts(%in: memref<96x24xf32>, %out: memref<96x24xf32> {mlirgym.stream}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c96 = arith.constant 96 : index
  %pad = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c96 step %c1 {
    %v = vector.transfer_read %in[%i, %c0], %pad {in_bounds = [true]} : memref<96x24xf32>, vector<16xf32>
    vector.transfer_write %v, %out[%i, %c0] {in_bounds = [true]} : vector<16xf32>, memref<96x24xf32>
    %w = vector.transfer_read %in[%i, %c16], %pad {in_bounds = [true]} : memref<96x24xf32>, vector<8xf32>
    vector.transfer_write %w, %out[%i, %c16] {in_bounds = [true]} : vector<8xf32>, memref<96x24xf32>
  }
  return
}
// So do the rows of a tile, which lie in two loops.
// CHECK-LABEL: func.func @tiles
// CHECK:         memref.alloca
// CHECK:         mlirgym.row_by_row
func.func @tiles(%in: memref<96x88xf32>, %out: memref<96x88xf32> {mlirgym.stream}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %pad = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c96 step %c8 {
    %tile = memref.subview %out[%i, 0] [8, 88] [1, 1] : memref<96x88xf32> to memref<8x88xf32, strided<[88, 1], offset: ?>>
    scf.for %j = %c0 to %c8 step %c1 {
      %row = affine.apply affine_map<(i, j) -> (i + j)>(%i, %j)
      %v = vector.transfer_read %in[%row, %c0], %pad {in_bounds = [true]} : memref<96x88xf32>, vector<88xf32>
      vector.transfer_write %v, %tile[%j, %c0] {in_bounds = [true]} : vector<88xf32>, memref<8x88xf32, strided<[88, 1], offset: ?>>
    }
  }
  return
}
// The buffer of a thread is in its own loop.
// CHECK-LABEL: func.func @threads
// CHECK:         scf.forall
// CHECK:           memref.alloca() {alignment = {{[0-9]+}} : i64} : memref<{{[0-9]+}}xf32>
// CHECK:           scf.for
// CHECK:             mlirgym.row_by_row
func.func @threads(%in: memref<96x24xf32>, %out: memref<96x24xf32> {mlirgym.stream}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %pad = arith.constant 0.0 : f32
  scf.forall (%t) in (2) {
    %first = affine.apply affine_map<(t) -> (t * 48)>(%t)
    scf.for %i = %c0 to %c48 step %c1 {
      %row = affine.apply affine_map<(i)[s] -> (i + s)>(%i)[%first]
      %v = vector.transfer_read %in[%row, %c0], %pad {in_bounds = [true]} : memref<96x24xf32>, vector<24xf32>
      vector.transfer_write %v, %out[%row, %c0] {in_bounds = [true]} : vector<24xf32>, memref<96x24xf32>
    }
  }
  return
}
// Whole lines need no buffer.
// CHECK-LABEL: func.func @whole
// CHECK-NOT:     memref.alloca
// CHECK:         vector.transfer_write {{.*}} vector<2x32xf32>, memref<96x32xf32>
func.func @whole(%in: memref<96x32xf32>, %out: memref<96x32xf32> {mlirgym.stream}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c96 = arith.constant 96 : index
  %pad = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c96 step %c2 {
    %v = vector.transfer_read %in[%i, %c0], %pad {in_bounds = [true, true]} : memref<96x32xf32>, vector<2x32xf32>
    vector.transfer_write %v, %out[%i, %c0] {in_bounds = [true, true]} : vector<2x32xf32>, memref<96x32xf32>
  }
  return
}
// Nor do the halves of a line in a loop that is unrolled.
// CHECK-LABEL: func.func @halves
// CHECK-NOT:     memref.alloca
// CHECK:         vector.transfer_write {{.*}} vector<8xf32>, memref<96x32xf32>
func.func @halves(%in: memref<96x32xf32>, %out: memref<96x32xf32> {mlirgym.stream}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c96 = arith.constant 96 : index
  %pad = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c96 step %c1 {
    scf.for %j = %c0 to %c32 step %c8 {
      %v = vector.transfer_read %in[%i, %j], %pad {in_bounds = [true]} : memref<96x32xf32>, vector<8xf32>
      vector.transfer_write %v, %out[%i, %j] {in_bounds = [true]} : vector<8xf32>, memref<96x32xf32>
    }
  }
  return
}
// Columns leave gaps, and rows of 20 are columns of rows of 24.
// CHECK-LABEL: func.func @gaps
// CHECK-NOT:     memref.alloca
// CHECK:         vector.transfer_write {{.*}} memref<96x24xf32>
func.func @gaps(%in: memref<96x24xf32>, %out: memref<96x24xf32> {mlirgym.stream}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  %pad = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c96 step %c1 {
    %v = vector.transfer_read %in[%i, %c0], %pad {in_bounds = [true]} : memref<96x24xf32>, vector<20xf32>
    vector.transfer_write %v, %out[%i, %c0] {in_bounds = [true]} : vector<20xf32>, memref<96x24xf32>
  }
  return
}
// What is read again in the same loop must be there.
// CHECK-LABEL: func.func @read_again
// CHECK-NOT:     memref.alloca
// CHECK:         vector.transfer_write {{.*}} memref<96x24xf32>
func.func @read_again(%in: memref<96x24xf32>, %out: memref<96x24xf32> {mlirgym.stream}, %sum: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  %pad = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c96 step %c1 {
    %v = vector.transfer_read %in[%i, %c0], %pad {in_bounds = [true]} : memref<96x24xf32>, vector<24xf32>
    vector.transfer_write %v, %out[%i, %c0] {in_bounds = [true]} : vector<24xf32>, memref<96x24xf32>
    %x = memref.load %out[%i, %c0] : memref<96x24xf32>
    memref.store %x, %sum[] : memref<f32>
  }
  return
}
// Without the mark nothing changes.
// CHECK-LABEL: func.func @cached
// CHECK-NOT:     memref.alloca
func.func @cached(%in: memref<96x24xf32>, %out: memref<96x24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  %pad = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c96 step %c1 {
    %v = vector.transfer_read %in[%i, %c0], %pad {in_bounds = [true]} : memref<96x24xf32>, vector<24xf32>
    vector.transfer_write %v, %out[%i, %c0] {in_bounds = [true]} : vector<24xf32>, memref<96x24xf32>
  }
  return
}
