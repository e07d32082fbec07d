// Remainders of tiles are computed in place, whether rows or terms of a sum.
// RUN: %mlirgym dump relu_14_128_7 --stage bufferized \
// RUN:   --schedule "op0: interchange(1,0,2) tile(24,13,4) tile(14,4,1) vectorize" \
// RUN:   | FileCheck %s --implicit-check-not memref.alloc
// RUN: %mlirgym dump contraction_64_12_3_2_8_12 --stage bufferized \
// RUN:   --schedule "op0: tile_parallel(32,7,1,4,0,0) tile(12,4,0,1,2,1) interchange(1,4,2,0,5,3) vectorize" \
// RUN:   | FileCheck %s --implicit-check-not memref.alloc
// CHECK: vector.transfer_write
