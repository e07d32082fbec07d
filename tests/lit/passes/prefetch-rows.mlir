// The last of several loops over a row of an argument prefetches the next row.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-prefetch-rows))' | FileCheck %s

// CHECK-LABEL: func.func @two_loops
// CHECK:         scf.for %[[ROW:[a-z0-9]+]] =
// CHECK:           scf.for
// CHECK-NOT:         memref.prefetch
// CHECK:             arith.maximumf
// CHECK:           scf.for %[[COLUMN:[a-z0-9]+]] =
// CHECK:             vector.transfer_write
// CHECK:             %[[NEXT:.+]] = arith.addi %[[COLUMN]], %{{.+}} : index
// CHECK:             memref.prefetch %{{.+}}[%[[ROW]], %[[NEXT]]], read, locality<3>, data : memref<512x512xf32>
// CHECK:             arith.constant 528 : index
// CHECK:             memref.prefetch
// CHECK-NOT:         memref.prefetch
func.func @two_loops(%a: memref<512x512xf32>, %b: memref<512x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c512 = arith.constant 512 : index
  %pad = arith.constant 0.0 : f32
  %least = arith.constant dense<0xFF800000> : vector<32xf32>
  scf.for %i = %c0 to %c512 step %c1 {
    %max = scf.for %j = %c0 to %c512 step %c32 iter_args(%m = %least) -> (vector<32xf32>) {
      %v = vector.transfer_read %a[%i, %j], %pad {in_bounds = [true]} : memref<512x512xf32>, vector<32xf32>
      %n = arith.maximumf %m, %v : vector<32xf32>
      scf.yield %n : vector<32xf32>
    }
    scf.for %j = %c0 to %c512 step %c32 {
      %v = vector.transfer_read %a[%i, %j], %pad {in_bounds = [true]} : memref<512x512xf32>, vector<32xf32>
      %d = arith.subf %v, %max : vector<32xf32>
      vector.transfer_write %d, %b[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<512x512xf32>
    }
  }
  return
}

// Two rows at a time, through views.
// CHECK-LABEL: func.func @pairs
// CHECK:         scf.for %{{.+}} = %{{.+}} to %{{.+}} step %[[TWO:.+]] {
// CHECK-COUNT-2:   memref.prefetch %{{.+}} : memref<2x512xf32, strided<[512, 1], offset: ?>>
// CHECK-NOT:       memref.prefetch
func.func @pairs(%a: memref<512x512xf32>, %b: memref<512x512xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c512 = arith.constant 512 : index
  %pad = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : vector<2x16xf32>
  scf.for %i = %c0 to %c512 step %c2 {
    %rows = memref.subview %a[%i, 0] [2, 512] [1, 1] : memref<512x512xf32> to memref<2x512xf32, strided<[512, 1], offset: ?>>
    %sum = scf.for %j = %c0 to %c512 step %c16 iter_args(%s = %zero) -> (vector<2x16xf32>) {
      %v = vector.transfer_read %rows[%c0, %j], %pad {in_bounds = [true, true]} : memref<2x512xf32, strided<[512, 1], offset: ?>>, vector<2x16xf32>
      %n = arith.addf %s, %v : vector<2x16xf32>
      scf.yield %n : vector<2x16xf32>
    }
    scf.for %j = %c0 to %c512 step %c16 {
      %v = vector.transfer_read %rows[%c0, %j], %pad {in_bounds = [true, true]} : memref<2x512xf32, strided<[512, 1], offset: ?>>, vector<2x16xf32>
      %d = arith.divf %v, %sum : vector<2x16xf32>
      vector.transfer_write %d, %b[%i, %j] {in_bounds = [true, true]} : vector<2x16xf32>, memref<512x512xf32>
    }
  }
  return
}

// One loop, a small argument, rows of which a part is read, short rows, and a last loop that only
// reads.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     memref.prefetch
func.func @others(%a: memref<512x512xf32>, %small: memref<32x512xf32>, %short: memref<4096x64xf32>, %b: memref<4096x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  %c4096 = arith.constant 4096 : index
  %zero = arith.constant dense<0.0> : vector<32xf32>
  %pad = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c512 step %c1 {
    scf.for %j = %c0 to %c512 step %c32 {
      %v = vector.transfer_read %a[%i, %j], %pad {in_bounds = [true]} : memref<512x512xf32>, vector<32xf32>
      vector.transfer_write %v, %b[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x512xf32>
    }
  }
  scf.for %i = %c0 to %c32 step %c1 {
    scf.for %j = %c0 to %c512 step %c32 {
      %v = vector.transfer_read %small[%i, %j], %pad {in_bounds = [true]} : memref<32x512xf32>, vector<32xf32>
      vector.transfer_write %v, %b[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x512xf32>
    }
    scf.for %j = %c0 to %c512 step %c32 {
      %v = vector.transfer_read %small[%i, %j], %pad {in_bounds = [true]} : memref<32x512xf32>, vector<32xf32>
      vector.transfer_write %v, %b[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x512xf32>
    }
  }
  scf.for %i = %c0 to %c512 step %c1 {
    scf.for %j = %c0 to %c256 step %c32 {
      %v = vector.transfer_read %a[%i, %j], %pad {in_bounds = [true]} : memref<512x512xf32>, vector<32xf32>
      vector.transfer_write %v, %b[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x512xf32>
    }
    scf.for %j = %c0 to %c256 step %c32 {
      %v = vector.transfer_read %a[%i, %j], %pad {in_bounds = [true]} : memref<512x512xf32>, vector<32xf32>
      vector.transfer_write %v, %b[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x512xf32>
    }
  }
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %j = %c0 to %c64 step %c32 {
      %v = vector.transfer_read %short[%i, %j], %pad {in_bounds = [true]} : memref<4096x64xf32>, vector<32xf32>
      vector.transfer_write %v, %b[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x512xf32>
    }
    scf.for %j = %c0 to %c64 step %c32 {
      %v = vector.transfer_read %short[%i, %j], %pad {in_bounds = [true]} : memref<4096x64xf32>, vector<32xf32>
      vector.transfer_write %v, %b[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x512xf32>
    }
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %sum = scf.for %j = %c0 to %c512 step %c32 iter_args(%s = %zero) -> (vector<32xf32>) {
      %v = vector.transfer_read %a[%i, %j], %pad {in_bounds = [true]} : memref<512x512xf32>, vector<32xf32>
      %n = arith.addf %s, %v : vector<32xf32>
      scf.yield %n : vector<32xf32>
    }
    %squares = scf.for %j = %c0 to %c512 step %c32 iter_args(%s = %zero) -> (vector<32xf32>) {
      %v = vector.transfer_read %a[%i, %j], %pad {in_bounds = [true]} : memref<512x512xf32>, vector<32xf32>
      %d = arith.subf %v, %sum : vector<32xf32>
      %n = math.fma %d, %d, %s : vector<32xf32>
      scf.yield %n : vector<32xf32>
    }
    vector.transfer_write %squares, %b[%i, %c0] {in_bounds = [true]} : vector<32xf32>, memref<4096x512xf32>
  }
  return
}
