// A forall is a grid, its last loop the first dimension; a buffer in it is shared; the threads divide
// the elements of a copy, and one of them computes a short sum, in a register. What is outside is a
// kernel of its own, in which nobody waits.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-map-to-gpu,canonicalize))' --split-input-file --verify-diagnostics | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK-DAG:     %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG:     %[[C3:.+]] = arith.constant 3 : index
// CHECK-DAG:     %[[C5:.+]] = arith.constant 5 : index
// CHECK-DAG:     %[[C32:.+]] = arith.constant 32 : index
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.+}} = %[[C5]], %{{.+}} = %[[C3]],
// CHECK-SAME:      threads(%[[TX:[a-z0-9_]+]], {{.*}} in (%{{.+}} = %[[C32]],
// CHECK-SAME:      workgroup(%[[SHARED:.+]] : memref<2x4xf32, 3>)
// CHECK:           %[[RUNS:.+]] = arith.cmpi ult, %[[TX]], %{{.+}}
// CHECK:           scf.if %[[RUNS]]
// CHECK:             affine.delinearize_index %[[TX]] into (2, 4)
// CHECK:             memref.store %{{.+}}, %[[SHARED]]
// CHECK:           gpu.barrier
// CHECK:           scf.if
// CHECK:             %[[SUM:.+]] = scf.for {{.*}} iter_args
// CHECK:             memref.store %[[SUM]]
// CHECK:           gpu.barrier
// CHECK:           gpu.terminator
// CHECK:         gpu.launch
// CHECK:           memref.store
// CHECK-NOT:       gpu.barrier
#in = affine_map<(i, j) -> (i, j)>
#one = affine_map<(i, j) -> ()>
func.func @payload(%a: memref<6x20xf32>, %sum: memref<f32>, %b: memref<7xf32>) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i, %j) = (0, 0) to (6, 20) step (2, 4) {
    %local = memref.alloc() : memref<2x4xf32>
    %tile = memref.subview %a[%i, %j] [2, 4] [1, 1] : memref<6x20xf32> to memref<2x4xf32, strided<[20, 1], offset: ?>>
    memref.copy %tile, %local : memref<2x4xf32, strided<[20, 1], offset: ?>> to memref<2x4xf32>
    linalg.generic {indexing_maps = [#in, #one], iterator_types = ["reduction", "reduction"]} ins(%local : memref<2x4xf32>) outs(%sum : memref<f32>) {
    ^bb0(%x: f32, %acc: f32):
      %s = arith.addf %x, %acc : f32
      linalg.yield %s : f32
    }
  }
  linalg.fill ins(%zero : f32) outs(%b : memref<7xf32>)
  return
}

// -----
// Outside of parallel loops each operation is a kernel, together with the fill of its output, where
// its sums begin.
// CHECK-LABEL: func.func @between
// CHECK-DAG:     %[[C4:.+]] = arith.constant 4 : index
// CHECK-DAG:     %[[C256:.+]] = arith.constant 256 : index
// CHECK:         %[[FIRST:.+]] = memref.alloc()
// CHECK:         gpu.launch
// CHECK:           memref.store %{{.+}}, %[[FIRST]]
// CHECK:         gpu.launch blocks(%[[BX:[a-z0-9_]+]], {{.*}} in (%{{.+}} = %[[C4]], {{.*}} threads(%[[TX:[a-z0-9_]+]], {{.*}} in (%{{.+}} = %[[C256]],
// CHECK:           %[[BLOCK:.+]] = arith.muli %[[BX]], %[[C256]]
// CHECK:           %[[THREAD:.+]] = arith.addi %[[BLOCK]], %[[TX]]
// CHECK:           arith.cmpi ult, %[[THREAD]],
// CHECK-NOT:       memref.store
// CHECK:           scf.for {{.*}} iter_args(%{{.+}} = %{{cst.*}})
// CHECK:           memref.store
// CHECK-NOT:     gpu.launch
func.func @between(%a: memref<100x5xf32>, %b: memref<10x100xf32>) {
  %zero = arith.constant 0.0 : f32
  %first = memref.alloc() : memref<5x10xf32>
  linalg.fill ins(%zero : f32) outs(%first : memref<5x10xf32>)
  linalg.fill ins(%zero : f32) outs(%b : memref<10x100xf32>)
  linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %first : memref<100x5xf32>, memref<5x10xf32>) outs(%b : memref<10x100xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----
// Neighbouring elements are loaded at once. 16 threads of a group share each of four long sums: parts
// of four lanes in registers, then the lanes, then the threads.
// CHECK-LABEL: func.func @rows
// CHECK:         gpu.launch
// CHECK:           vector.load {{.*}} vector<4xf32>
// CHECK:           vector.store {{.*}} vector<4xf32>
// CHECK:           gpu.barrier
// CHECK:           vector.load
// CHECK:           arith.addf {{.*}} vector<4xf32>
// CHECK-COUNT-4:   vector.extract
// CHECK:           gpu.shuffle  xor %{{.+}}, %c8_i32, %c32_i32
// CHECK:           gpu.shuffle  xor %{{.+}}, %c4_i32, %c32_i32
// CHECK:           gpu.shuffle  xor %{{.+}}, %c2_i32, %c32_i32
// CHECK:           gpu.shuffle  xor %{{.+}}, %c1_i32, %c32_i32
// CHECK-NOT:       gpu.shuffle
// CHECK:           scf.if
// CHECK:             memref.store
// CHECK:           gpu.barrier
func.func @rows(%a: memref<64x64xf32>, %b: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) = (0) to (64) step (4) {
    %rows = memref.subview %a[%i, 0] [4, 64] [1, 1] : memref<64x64xf32> to memref<4x64xf32, strided<[64, 1], offset: ?>>
    %sums = memref.subview %b[%i] [4] [1] : memref<64xf32> to memref<4xf32, strided<[1], offset: ?>>
    %squares = memref.alloc() : memref<4x64xf32>
    linalg.square ins(%rows : memref<4x64xf32, strided<[64, 1], offset: ?>>) outs(%squares : memref<4x64xf32>)
    linalg.fill ins(%zero : f32) outs(%sums : memref<4xf32, strided<[1], offset: ?>>)
    linalg.reduce { arith.addf } ins(%squares : memref<4x64xf32>) outs(%sums : memref<4xf32, strided<[1], offset: ?>>) dimensions = [1]
  }
  return
}

// -----
// A result takes the buffer of an input that is not needed afterwards, if each element needs only
// itself: the sums of rows are needed by whole rows.
// CHECK-LABEL: func.func @in_place
// CHECK:         gpu.launch {{.*}} workgroup(%[[X:[a-z0-9_]+]] : memref<4x64xf32, 3>, %[[SUMS:[a-z0-9_]+]] : memref<4xf32, 3>)
// CHECK:           vector.load %[[X]]
// CHECK:           vector.store %{{.+}}, %[[X]]
func.func @in_place(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) = (0) to (64) step (4) {
    %in = memref.subview %a[%i, 0] [4, 64] [1, 1] : memref<64x64xf32> to memref<4x64xf32, strided<[64, 1], offset: ?>>
    %out = memref.subview %b[%i, 0] [4, 64] [1, 1] : memref<64x64xf32> to memref<4x64xf32, strided<[64, 1], offset: ?>>
    %x = memref.alloc() : memref<4x64xf32>
    %y = memref.alloc() : memref<4x64xf32>
    %sums = memref.alloc() : memref<4xf32>
    linalg.copy ins(%in : memref<4x64xf32, strided<[64, 1], offset: ?>>) outs(%x : memref<4x64xf32>)
    linalg.fill ins(%zero : f32) outs(%sums : memref<4xf32>)
    linalg.reduce { arith.addf } ins(%x : memref<4x64xf32>) outs(%sums : memref<4xf32>) dimensions = [1]
    linalg.square ins(%x : memref<4x64xf32>) outs(%y : memref<4x64xf32>)
    linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%y, %sums : memref<4x64xf32>, memref<4xf32>) outs(%out : memref<4x64xf32, strided<[64, 1], offset: ?>>) {
    ^bb0(%v: f32, %s: f32, %unused: f32):
      %d = arith.divf %v, %s : f32
      linalg.yield %d : f32
    }
  }
  return
}

// -----
// All threads would run a store.
func.func @store(%a: memref<4xf32>, %v: f32) {
  scf.forall (%i) in (4) {
    // expected-error @below {{has no code for a block of threads}}
    memref.store %v, %a[%i] : memref<4xf32>
  }
  return
}

// -----
// A forall for threads: each iteration is run by one thread, in loops of its own, and none by the
// threads that are left over of the last warp. Its store is no problem: one thread runs it.
// CHECK-LABEL: func.func @threads
// CHECK-DAG:     %[[C40:.+]] = arith.constant 40 : index
// CHECK-DAG:     %[[C64:.+]] = arith.constant 64 : index
// CHECK:         gpu.launch {{.*}} threads(%[[TX:[a-z0-9_]+]], {{.*}} in (%{{.+}} = %[[C64]],
// CHECK:           %[[RUNS:.+]] = arith.cmpi ult, %[[TX]], %[[C40]]
// CHECK:           scf.if %[[RUNS]]
// CHECK:             %[[IDS:.+]]:2 = affine.delinearize_index %[[TX]] into (10, 4)
// CHECK:             scf.for
// CHECK:               memref.store
// CHECK:             memref.store
// CHECK:           gpu.barrier
// CHECK-NOT:       gpu.barrier
// CHECK:           gpu.terminator
func.func @threads(%a: memref<6x20x8xf32>, %v: f32) {
  scf.forall (%i) in (6) {
    scf.forall (%j, %k) = (0, 0) to (20, 8) step (2, 2) {
      %tile = memref.subview %a[%i, %j, %k] [1, 2, 2] [1, 1, 1] : memref<6x20x8xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
      linalg.fill ins(%v : f32) outs(%tile : memref<2x2xf32, strided<[8, 1], offset: ?>>)
      memref.store %v, %a[%i, %j, %k] : memref<6x20x8xf32>
    } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----
// The last tile of a block may have fewer parts: as many threads as the others need, in a loop.
// CHECK-LABEL: func.func @some
// CHECK-DAG:     %[[C32:.+]] = arith.constant 32 : index
// CHECK:         gpu.launch {{.*}} threads(%[[TX:[a-z0-9_]+]], {{.*}} in (%{{.+}} = %[[C32]],
// CHECK:           scf.for %{{.+}} = %[[TX]] to %{{.+}} step %[[C32]]
#rest = affine_map<(i) -> (-i + 50, 16)>
func.func @some(%a: memref<50xf32>, %v: f32) {
  scf.forall (%i) = (0) to (50) step (16) {
    %size = affine.min #rest(%i)
    scf.forall (%j) = (0) to (%size) step (4) {
      memref.store %v, %a[%j] : memref<50xf32>
    } {mapping = [#gpu.thread<linear_dim_0>]}
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----
func.func @outside(%a: memref<4xf32>, %v: f32) {
  // expected-error @below {{threads outside of blocks}}
  scf.forall (%i) in (4) {
    memref.store %v, %a[%i] : memref<4xf32>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}

// -----
func.func @nested(%a: memref<4xf32>, %v: f32) {
  scf.forall (%i) in (4) {
    scf.forall (%j) in (4) {
      // expected-error @below {{a parallel loop inside a thread}}
      scf.forall (%k) in (4) {
        memref.store %v, %a[%k] : memref<4xf32>
      }
    } {mapping = [#gpu.thread<linear_dim_0>]}
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----
// A buffer of a single thread is in its local memory.
// CHECK-LABEL: func.func @private
// CHECK:         gpu.launch
// CHECK-NOT:     workgroup
// CHECK:         memref.alloca() {alignment = 16 : i64} : memref<4xf32>
// CHECK-NOT:     memref.alloc()
func.func @private(%a: memref<4xf32>, %b: memref<4xf32>) {
  scf.forall (%i) in (4) {
    scf.forall (%j) in (4) {
      %own = memref.alloc() : memref<4xf32>
      linalg.copy ins(%a : memref<4xf32>) outs(%own : memref<4xf32>)
      linalg.copy ins(%own : memref<4xf32>) outs(%b : memref<4xf32>)
    } {mapping = [#gpu.thread<linear_dim_0>]}
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----
func.func @large(%a: memref<2048xf32>) {
  // expected-error @below {{the buffers of a single thread take 8192 bytes, more than 4096; choose smaller tiles for gpu_threads_fuse}}
  scf.forall (%i) in (4) {
    scf.forall (%j) in (4) {
      %own = memref.alloc() : memref<2048xf32>
      linalg.copy ins(%a : memref<2048xf32>) outs(%own : memref<2048xf32>)
    } {mapping = [#gpu.thread<linear_dim_0>]}
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----
func.func @of_a_warp(%a: memref<4xf32>) {
  scf.forall (%i) in (4) {
    scf.forall (%j) in (4) {
      // expected-error @below {{a buffer of a single warp; use gpu_threads in place of gpu_warps}}
      %own = memref.alloc() : memref<4xf32>
      linalg.copy ins(%a : memref<4xf32>) outs(%own : memref<4xf32>)
    } {mapping = [#gpu.warp<linear_dim_0>]}
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----
// A buffer whose size varies has the largest size.
// CHECK-LABEL: func.func @varies
// CHECK:         workgroup(%[[OWN:.+]] : memref<4x8xf32, 3>)
// CHECK:         memref.subview %[[OWN]][0, 0] [%{{.+}}, 8] [1, 1]
func.func @varies(%a: memref<10x8xf32>, %b: memref<10x8xf32>) {
  scf.forall (%i) = (0) to (10) step (4) {
    %size = affine.min affine_map<(d0) -> (-d0 + 10, 4)>(%i)
    %part = memref.subview %a[%i, 0] [%size, 8] [1, 1] : memref<10x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
    %to = memref.subview %b[%i, 0] [%size, 8] [1, 1] : memref<10x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
    %own = memref.alloc(%size) : memref<?x8xf32>
    linalg.copy ins(%part : memref<?x8xf32, strided<[8, 1], offset: ?>>) outs(%own : memref<?x8xf32>)
    linalg.copy ins(%own : memref<?x8xf32>) outs(%to : memref<?x8xf32, strided<[8, 1], offset: ?>>)
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----
func.func @unbounded(%a: memref<?xf32>, %n: index) {
  scf.forall (%i) in (4) {
    // expected-error @below {{a buffer of a size that has no bound; choose tile sizes that divide the loops}}
    %own = memref.alloc(%n) : memref<?xf32>
    linalg.copy ins(%a : memref<?xf32>) outs(%own : memref<?xf32>)
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----
// Tiles whose rows begin at multiples of 16 bytes are copied ahead, into four padded buffers.
// CHECK-LABEL: func.func @ahead
// CHECK:         workgroup(%{{.+}} : memref<4x32x20xf32, 3>)
// CHECK-COUNT-3: nvvm.cp.async.commit.group
// CHECK:         scf.for
// CHECK:           nvvm.cp.async.wait.group 2
// CHECK-NEXT:      gpu.barrier
// CHECK:           nvgpu.device_async_copy
// CHECK:           vector.load
func.func @ahead(%a: memref<32x64xf32>, %b: memref<32x4xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.forall (%i) = (0) to (32) step (32) {
    %tile = memref.alloc() : memref<32x16xf32>
    scf.for %k = %c0 to %c64 step %c16 {
      %part = memref.subview %a[%i, %k] [32, 16] [1, 1] : memref<32x64xf32> to memref<32x16xf32, strided<[64, 1], offset: ?>>
      memref.copy %part, %tile : memref<32x16xf32, strided<[64, 1], offset: ?>> to memref<32x16xf32>
      scf.forall (%t) in (32) {
        %v = vector.load %tile[%t, %c0] : memref<32x16xf32>, vector<4xf32>
        vector.store %v, %b[%t, %c0] : memref<32x4xf32>, vector<4xf32>
      } {mapping = [#gpu.thread<linear_dim_0>]}
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----
// A tile that the loop itself writes is not read ahead.
// CHECK-LABEL: func.func @own_result
// CHECK-NOT:     nvgpu.device_async_copy
func.func @own_result(%a: memref<32x64xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.forall (%i) = (0) to (32) step (32) {
    %tile = memref.alloc() : memref<32x16xf32>
    scf.for %k = %c0 to %c64 step %c16 {
      %part = memref.subview %a[%i, %k] [32, 16] [1, 1] : memref<32x64xf32> to memref<32x16xf32, strided<[64, 1], offset: ?>>
      memref.copy %part, %tile : memref<32x16xf32, strided<[64, 1], offset: ?>> to memref<32x16xf32>
      scf.forall (%t) in (32) {
        %v = vector.load %tile[%t, %c0] : memref<32x16xf32>, vector<4xf32>
        vector.store %v, %a[%t, %c0] : memref<32x64xf32>, vector<4xf32>
      } {mapping = [#gpu.thread<linear_dim_0>]}
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----
// Rows that begin two elements later are not.
// CHECK-LABEL: func.func @misaligned
// CHECK-NOT:     nvgpu.device_async_copy
#later = affine_map<(d0) -> (d0 + 2)>
func.func @misaligned(%a: memref<32x80xf32>, %b: memref<32x4xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.forall (%i) = (0) to (32) step (32) {
    %tile = memref.alloc() : memref<32x16xf32>
    scf.for %k = %c0 to %c64 step %c16 {
      %from = affine.apply #later(%k)
      %part = memref.subview %a[%i, %from] [32, 16] [1, 1] : memref<32x80xf32> to memref<32x16xf32, strided<[80, 1], offset: ?>>
      memref.copy %part, %tile : memref<32x16xf32, strided<[80, 1], offset: ?>> to memref<32x16xf32>
      scf.forall (%t) in (32) {
        %v = vector.load %tile[%t, %c0] : memref<32x16xf32>, vector<4xf32>
        vector.store %v, %b[%t, %c0] : memref<32x4xf32>, vector<4xf32>
      } {mapping = [#gpu.thread<linear_dim_0>]}
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}
