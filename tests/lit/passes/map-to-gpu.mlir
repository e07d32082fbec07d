// A forall is a grid, its last loop the first dimension; a buffer in it is shared; the threads divide
// the elements of a copy, and one of them computes a sum. What is between is a kernel of one block.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-map-to-gpu,canonicalize))' --split-input-file --verify-diagnostics | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK-DAG:     %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG:     %[[C3:.+]] = arith.constant 3 : index
// CHECK-DAG:     %[[C5:.+]] = arith.constant 5 : index
// CHECK-DAG:     %[[C32:.+]] = arith.constant 32 : index
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.+}} = %[[C5]], %{{.+}} = %[[C3]],
// CHECK-SAME:      in (%{{.+}} = %[[C32]],
// CHECK-SAME:      workgroup(%[[SHARED:.+]] : memref<2x4xf32, #gpu.address_space<workgroup>>)
// CHECK:           %[[LOCAL:.+]] = memref.memory_space_cast %[[SHARED]]
// CHECK:           scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step %[[C32]]
// CHECK:             affine.delinearize_index %[[I]] into (2, 4)
// CHECK:             memref.store %{{.+}}, %[[LOCAL]]
// CHECK:           gpu.barrier
// CHECK:           scf.if
// CHECK:             scf.for
// CHECK:           gpu.barrier
// CHECK:           gpu.terminator
// CHECK:         gpu.launch
// CHECK:           memref.store
// CHECK:           gpu.barrier
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
// A buffer that is allocated between operations of one kernel is there before the kernel.
// CHECK-LABEL: func.func @between
// CHECK:         %[[FIRST:.+]] = memref.alloc()
// CHECK:         %[[SECOND:.+]] = memref.alloc()
// CHECK:         gpu.launch
// CHECK:           memref.store %{{.+}}, %[[FIRST]]
// CHECK:           memref.store %{{.+}}, %[[SECOND]]
// CHECK-NOT:     gpu.launch
func.func @between(%b: memref<7xf32>) {
  %zero = arith.constant 0.0 : f32
  %first = memref.alloc() : memref<7xf32>
  linalg.fill ins(%zero : f32) outs(%first : memref<7xf32>)
  %second = memref.alloc() : memref<7xf32>
  linalg.fill ins(%zero : f32) outs(%second : memref<7xf32>)
  linalg.add ins(%first, %second : memref<7xf32>, memref<7xf32>) outs(%b : memref<7xf32>)
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
func.func @private(%a: memref<4xf32>) {
  scf.forall (%i) in (4) {
    scf.forall (%j) in (4) {
      // expected-error @below {{a buffer of a single thread}}
      %own = memref.alloc() : memref<4xf32>
      linalg.copy ins(%a : memref<4xf32>) outs(%own : memref<4xf32>)
    } {mapping = [#gpu.thread<linear_dim_0>]}
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}
