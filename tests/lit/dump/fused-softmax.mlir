// A row of exponentials lies in a buffer of a row: nothing copies the output, and threads have a buffer each.
// RUN: %mlirgym dump softmax_12_64 --stage bufferized --schedule "op3: tile_fuse(1,0) tile(0,16) vectorize; op2: tile_reduction(0,16) vectorize; op1: tile(0,16) vectorize; op0: tile_reduction(0,16) vectorize" | FileCheck %s
// RUN: %mlirgym dump softmax_12_64 --stage bufferized --schedule "op3: tile_parallel_fuse(3,0) tile(1,16) vectorize; op1: tile(1,16) vectorize" | FileCheck %s --check-prefix=THREADS
// CHECK-LABEL: func.func @payload
// CHECK-NOT:     memref.copy
// CHECK:         memref.alloc{{.*}} memref<1x64xf32>
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         math.exp
// CHECK-NOT:     memref.copy
// CHECK:         return
// THREADS-LABEL: func.func @payload
// THREADS-NOT:     memref.alloc{{.*}} memref<12x64xf32>
// THREADS:         scf.forall
// THREADS:           memref.alloc{{.*}} memref<3x64xf32>
// THREADS:           math.exp
// THREADS:         return
