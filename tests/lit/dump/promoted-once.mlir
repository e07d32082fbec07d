// Transposed keys do not depend on the tile of queries: they are copied once a head, before its loop.
// RUN: %mlirgym dump attention_12_128_64 --stage bufferized \
// RUN:   --schedule "op5: tile_fuse(1,32,0,0) tile(0,4,16,4) vectorize; op4: tile(0,1,64) vectorize; op3: tile(0,1,0) tile_reduction(0,0,64) vectorize; op2: tile(0,1,64) vectorize; op1: tile(0,1,0) tile_reduction(0,0,64) vectorize; op0: promote(1) tile_fuse(0,4,16,0) tile(0,0,0,4) vectorize" \
// RUN:   | FileCheck %s
// A tile that varies lies in a part of one buffer, which is made before all loops.
// RUN: %mlirgym dump matmul_37_41_50 --stage bufferized \
// RUN:   --schedule "op0: tile(0,24,0) promote(1) tile(6,16,0) tile(0,0,4) vectorize" \
// RUN:   | FileCheck %s --check-prefix VARYING
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: linalg.transpose
// VARYING: memref.alloc() {alignment = 64 : i64} : memref<41x24xf32>
// VARYING-NOT: memref.alloc
// VARYING: scf.for
// VARYING: memref.subview {{.*}} : memref<41x24xf32> to memref<41x2xf32
