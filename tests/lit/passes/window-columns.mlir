// Maxima of columns first, in contiguous vectors; then those of windows.
// RUN: %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(mlirgym-window-columns{vector-bits=512 vector-registers=32}))' | FileCheck %s
// RUN: %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(mlirgym-window-columns{vector-bits=256 vector-registers=16}))' | FileCheck %s --check-prefix=NARROW

// Windows of 3 x 3 with stride 2 for 12 results: 25 columns. The last window takes its last column
// from the vector of the others and one more.
// CHECK-LABEL: func.func @maxima
// CHECK:         %[[COLUMNS:.+]]:2 = scf.for %[[ROW:[a-z0-9]+]] = {{.+}} -> (vector<16xf32>, vector<16xf32>) {
// CHECK:           memref.subview %{{.+}} [1, 25] [1, 1] : memref<25x80xf32> to memref<25xf32, strided<[1], offset: ?>>
// CHECK:           vector.load {{.+}} vector<16xf32>
// CHECK:           arith.maximumf
// CHECK:           arith.constant 9 : index
// CHECK:           vector.load {{.+}} vector<16xf32>
// CHECK:           arith.maximumf
// CHECK-NOT:       scf.for
// CHECK:         }
// CHECK:         %[[EVEN:.+]] = vector.shuffle %[[COLUMNS]]#0, %[[COLUMNS]]#1 [0, 2, 4, 6, 8, 10, 12, 14, 23, 25, 27, 29, -1, -1, -1, -1]
// CHECK:         vector.shuffle %[[COLUMNS]]#0, %[[COLUMNS]]#1 [1, 3, 5, 7, 9, 11, 13, 15, 24, 26, 28, 30, -1, -1, -1, -1]
// CHECK:         vector.shuffle %[[EVEN]], %[[COLUMNS]]#1 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 31, -1, -1, -1, -1]
// CHECK:         %[[RESULTS:.+]] = vector.insert_strided_slice {{.+}} {offsets = [0], strides = [1]} : vector<12xf32> into vector<12xf32>
// The fill is known to be -inf.
// CHECK-NOT:     arith.maximumf
// CHECK:         vector.transfer_write %[[RESULTS]]
// NARROW-LABEL: func.func @maxima
// NARROW:         scf.for {{.+}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<4xf32>) {
// NARROW:         } {mlirgym.in_order}
func.func @maxima(%a: memref<25x80xf32>, %b: memref<12x12xf32>, %y: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant 0.0 : f32
  %least = arith.constant dense<0xFF800000> : vector<12xf32>
  %out = memref.subview %b[%y, 0] [1, 12] [1, 1] : memref<12x12xf32> to memref<12xf32, strided<[1], offset: ?>>
  vector.transfer_write %least, %out[%c0] {in_bounds = [true]} : vector<12xf32>, memref<12xf32, strided<[1], offset: ?>>
  %init = vector.transfer_read %out[%c0], %pad {in_bounds = [true]} : memref<12xf32, strided<[1], offset: ?>>, vector<12xf32>
  %max = scf.for %i = %c0 to %c3 step %c1 iter_args(%outer = %init) -> (vector<12xf32>) {
    %row = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%y)[%i]
    %ofRow = scf.for %j = %c0 to %c3 step %c1 iter_args(%m = %outer) -> (vector<12xf32>) {
      %window = memref.subview %a[%row, %j] [1, 12] [1, 2] : memref<25x80xf32> to memref<12xf32, strided<[2], offset: ?>>
      %v = vector.transfer_read %window[%c0], %pad {in_bounds = [true]} : memref<12xf32, strided<[2], offset: ?>>, vector<12xf32>
      %n = arith.maximumf %m, %v : vector<12xf32>
      scf.yield %n : vector<12xf32>
    }
    scf.yield %ofRow : vector<12xf32>
  }
  vector.transfer_write %max, %out[%c0] {in_bounds = [true]} : vector<12xf32>, memref<12xf32, strided<[1], offset: ?>>
  return
}

// -----

// Sums of 2 x 2 rows of 4 windows each, which add to what was there.
// CHECK-LABEL: func.func @sums
// CHECK-SAME:    %{{.+}}: memref<2x8xf32>, %[[BEFORE:.+]]: vector<2x4xf32>
// CHECK-NOT:     scf.for
// CHECK-COUNT-2: vector.load {{.+}} memref<2x8xf32, strided<[8, 1], offset: ?>>, vector<8xf32>
// CHECK-COUNT-4: vector.shuffle
// CHECK:         arith.addf %[[BEFORE]], %{{.+}} : vector<2x4xf32>
func.func @sums(%a: memref<2x8xf32>, %before: vector<2x4xf32>) -> vector<2x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %pad = arith.constant 0.0 : f32
  %sum = scf.for %j = %c0 to %c2 step %c1 iter_args(%s = %before) -> (vector<2x4xf32>) {
    %window = memref.subview %a[0, %j] [2, 4] [1, 2] : memref<2x8xf32> to memref<2x4xf32, strided<[8, 2], offset: ?>>
    %v = vector.transfer_read %window[%c0, %c0], %pad {in_bounds = [true, true]} : memref<2x4xf32, strided<[8, 2], offset: ?>>, vector<2x4xf32>
    %n = arith.addf %s, %v : vector<2x4xf32>
    scf.yield %n : vector<2x4xf32>
  }
  return %sum : vector<2x4xf32>
}

// -----

// Rows that the loops slice themselves, and a bound that is known only there.
// CHECK-LABEL: func.func @nested
// CHECK:         scf.for %[[ROW:[a-z0-9]+]] = {{.+}} -> (vector<16xf32>, vector<4xf32>) {
// CHECK:           %[[SLICE:.+]] = memref.subview %{{.+}}[%[[ROW]], 0] [1, 80] [1, 1]
// CHECK:           memref.subview %[[SLICE]][%{{.+}}] [17] [1] : memref<80xf32, strided<[1], offset: ?>>
// CHECK-NOT:       scf.for
// CHECK:           scf.yield
func.func @nested(%a: memref<25x80xf32>, %init: vector<8xf32>) -> vector<8xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %from = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %max = scf.for %i = %from to %c3 step %c1 iter_args(%outer = %init) -> (vector<8xf32>) {
    %c0 = arith.constant 0 : index
    %row = memref.subview %a[%i, 0] [1, 80] [1, 1] : memref<25x80xf32> to memref<80xf32, strided<[1], offset: ?>>
    %ofRow = scf.for %j = %c0 to %c3 step %c1 iter_args(%m = %outer) -> (vector<8xf32>) {
      %window = memref.subview %row[%j] [8] [2] : memref<80xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[2], offset: ?>>
      %v = vector.transfer_read %window[%c0], %pad {in_bounds = [true]} : memref<8xf32, strided<[2], offset: ?>>, vector<8xf32>
      %n = arith.minimumf %m, %v : vector<8xf32>
      scf.yield %n : vector<8xf32>
    }
    scf.yield %ofRow : vector<8xf32>
  }
  return %max : vector<8xf32>
}

// -----

// Products, a distance of 1, a loop that does more, rows that depend on the column, and a vector
// along another dimension than the last.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-5: scf.for
func.func @others(%a: memref<32xf32>, %b: memref<32xf32>, %c: memref<8x32xf32>, %d: memref<8x4xf32>, %init: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant 0.0 : f32
  %0 = scf.for %j = %c0 to %c3 step %c1 iter_args(%s = %init) -> (vector<4xf32>) {
    %window = memref.subview %a[%j] [4] [2] : memref<32xf32> to memref<4xf32, strided<[2], offset: ?>>
    %v = vector.transfer_read %window[%c0], %pad {in_bounds = [true]} : memref<4xf32, strided<[2], offset: ?>>, vector<4xf32>
    %n = arith.mulf %s, %v : vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %1 = scf.for %j = %c0 to %c3 step %c1 iter_args(%s = %init) -> (vector<4xf32>) {
    %window = memref.subview %a[%j] [4] [1] : memref<32xf32> to memref<4xf32, strided<[1], offset: ?>>
    %v = vector.transfer_read %window[%c0], %pad {in_bounds = [true]} : memref<4xf32, strided<[1], offset: ?>>, vector<4xf32>
    %n = arith.maximumf %s, %v : vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%s = %init) -> (vector<4xf32>) {
    %window = memref.subview %a[%j] [4] [2] : memref<32xf32> to memref<4xf32, strided<[2], offset: ?>>
    %v = vector.transfer_read %window[%c0], %pad {in_bounds = [true]} : memref<4xf32, strided<[2], offset: ?>>, vector<4xf32>
    vector.transfer_write %v, %b[%c0] {in_bounds = [true]} : vector<4xf32>, memref<32xf32>
    %n = arith.maximumf %s, %v : vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %3 = scf.for %j = %c0 to %c3 step %c1 iter_args(%s = %init) -> (vector<4xf32>) {
    %row = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%j)
    %window = memref.subview %c[%row, %j] [1, 4] [1, 2] : memref<8x32xf32> to memref<4xf32, strided<[2], offset: ?>>
    %v = vector.transfer_read %window[%c0], %pad {in_bounds = [true]} : memref<4xf32, strided<[2], offset: ?>>, vector<4xf32>
    %n = arith.maximumf %s, %v : vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %4 = scf.for %j = %c0 to %c3 step %c1 iter_args(%s = %init) -> (vector<4xf32>) {
    %window = memref.subview %d[0, %j] [4, 1] [1, 2] : memref<8x4xf32> to memref<4xf32, strided<[4], offset: ?>>
    %v = vector.transfer_read %window[%c0], %pad {in_bounds = [true]} : memref<4xf32, strided<[4], offset: ?>>, vector<4xf32>
    %n = arith.maximumf %s, %v : vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}
