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
// All threads would run a store.
func.func @store(%a: memref<4xf32>, %v: f32) {
  scf.forall (%i) in (4) {
    // expected-error @below {{has no code for a block of threads}}
    memref.store %v, %a[%i] : memref<4xf32>
  }
  return
}
