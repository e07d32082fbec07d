// 2 rows of 20 f32 in registers of 8: strips of 8, 8 and 4.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-split-vectors{vector-bits=256 vector-registers=16}))' | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK-NOT:     vector<2x20xf32>
// CHECK-COUNT-2: vector.store {{.*}} vector<8xf32>
// CHECK:         vector.store {{.*}} vector<4xf32>
// CHECK-COUNT-2: vector.store {{.*}} vector<8xf32>
// CHECK:         vector.store {{.*}} vector<4xf32>
// CHECK-NOT:     vector.store
func.func @payload(%a: memref<2x20xf32>, %b: memref<2x20xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<2x20xf32>, vector<2x20xf32>
  %s = arith.addf %v, %v : vector<2x20xf32>
  vector.transfer_write %s, %b[%c0, %c0] {in_bounds = [true, true]} : vector<2x20xf32>, memref<2x20xf32>
  return
}
// 8 x 16 accumulators of 256 bits fill 16 registers: not all fit beside their
// operands, and one loop becomes several.
// CHECK-LABEL: func.func @accumulators
// CHECK-COUNT-2: scf.for
func.func @accumulators(%a: memref<8x?xf32>, %b: memref<?x16xf32>, %c: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f32
  %init = vector.transfer_read %c[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (vector<8x16xf32>) {
    %row = vector.transfer_read %b[%k, %c0], %pad {in_bounds = [true]} : memref<?x16xf32>, vector<16xf32>
    %rows = vector.broadcast %row : vector<16xf32> to vector<8x16xf32>
    %next = arith.addf %acc, %rows : vector<8x16xf32>
    scf.yield %next : vector<8x16xf32>
  }
  vector.transfer_write %sum, %c[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}
// Rows that overlap are stored one after another: not all of the first columns
// before the others.
// CHECK-LABEL: func.func @rows
// CHECK:         %[[LINES:.*]] = memref.reinterpret_cast
// CHECK:         vector.store {{.*}}, %[[LINES]][%c0, %c0]
// CHECK-COUNT-9: vector.store
// CHECK:         vector.store {{.*}}, %[[LINES]][%c1
func.func @rows(%a: memref<4x80xf32>, %lines: memref<400xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %rows = memref.reinterpret_cast %lines to offset: [0], sizes: [4, 80], strides: [73, 1] : memref<400xf32> to memref<4x80xf32, strided<[73, 1]>>
  %v = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<4x80xf32>, vector<4x80xf32>
  vector.transfer_write %v, %rows[%c0, %c0] {in_bounds = [true, true], mlirgym.row_by_row} : vector<4x80xf32>, memref<4x80xf32, strided<[73, 1]>>
  return
}

// What has no strips of its own is taken apart behind it.
// CHECK-LABEL: func.func @picked
// CHECK:         %[[PICKED:.+]] = vector.shuffle {{.+}} [0, 2, 4, 6, 8, 10] : vector<8xf32>, vector<8xf32>
// CHECK:         vector.shuffle %[[PICKED]], %[[PICKED]] [0, 1, 2, 3]
// CHECK:         vector.shuffle %[[PICKED]], %[[PICKED]] [4, 5]
func.func @picked(%a: vector<8xf32>, %b: vector<8xf32>, %c: memref<14xf32>) {
  %c0 = arith.constant 0 : index
  %poison = ub.poison : vector<14xf32>
  %picked = vector.shuffle %a, %b [0, 2, 4, 6, 8, 10] : vector<8xf32>, vector<8xf32>
  %first = vector.insert_strided_slice %a, %poison {offsets = [0], strides = [1]} : vector<8xf32> into vector<14xf32>
  %all = vector.insert_strided_slice %picked, %first {offsets = [8], strides = [1]} : vector<6xf32> into vector<14xf32>
  vector.transfer_write %all, %c[%c0] {in_bounds = [true]} : vector<14xf32>, memref<14xf32>
  return
}
// What a helper is called with may overlap: all is read before anything is stored.
// CHECK-LABEL: func.func private @helper
// CHECK-COUNT-3: vector.load
// CHECK-COUNT-3: vector.store
func.func private @helper(%a: memref<32xf32>, %b: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0], %pad {in_bounds = [true]} : memref<32xf32>, vector<24xf32>
  vector.transfer_write %v, %b[%c8] {in_bounds = [true]} : vector<24xf32>, memref<32xf32>
  return
}
// The buffer that a loop of blocks carries is no argument, though it is the second of its block.
// CHECK-LABEL: func.func @blocks
// CHECK:         vector.store {{.*}} : memref<8xf32>, vector<8xf32>
func.func @blocks(%a: memref<8xf32> {llvm.noalias}, %n: i1) {
  %c0 = arith.constant 0 : index
  %value = arith.constant dense<1.0> : vector<8xf32>
  cf.br ^again(%c0, %a : index, memref<8xf32>)
^again(%i: index, %m: memref<8xf32>):
  vector.transfer_write %value, %m[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  cf.cond_br %n, ^again(%i, %a : index, memref<8xf32>), ^end
^end:
  return
}
// 7 of 8 lanes are stored in three parts, but by one instruction where the
// processor has 32 registers, as with AVX-512.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-split-vectors{vector-bits=256 vector-registers=32}))' | FileCheck %s --check-prefix=AVX512
// CHECK-LABEL: func.func @masked
// CHECK:         vector.store {{.*}} vector<4xf32>
// CHECK:         vector.store {{.*}} vector<2xf32>
// CHECK:         vector.store {{.*}} vector<1xf32>
// CHECK-NOT:     vector.maskedstore
// AVX512-LABEL: func.func @masked
// AVX512:         vector.maskedstore
func.func @masked(%v: vector<8xf32>, %b: memref<7xf32>) {
  %c0 = arith.constant 0 : index
  %mask = vector.constant_mask [7] : vector<8xi1>
  vector.transfer_write %v, %b[%c0], %mask {in_bounds = [true]} : vector<8xf32>, memref<7xf32>
  return
}
