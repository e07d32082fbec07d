// Nine iterations of a small body are unrolled, a loop around another and one of unknown length are not.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-hint-loops))' | FileCheck %s
// CHECK-DAG: #[[FULL:.+]] = #llvm.loop_unroll<full = true>
// CHECK-DAG: #[[NONE:.+]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[YES:.+]] = #llvm.loop_annotation<{{.*}}unroll = #[[FULL]]>
// CHECK-DAG: #[[NO:.+]] = #llvm.loop_annotation<{{.*}}unroll = #[[NONE]]>
// CHECK-LABEL: func.func @payload
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:           } {loop_annotation = #[[YES]]}
// CHECK:         } {loop_annotation = #[[NO]]}
func.func @payload(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c9 step %c1 {
      %v = memref.load %a[%j] : memref<?xf32>
      memref.store %v, %a[%i] : memref<?xf32>
    }
  }
  return
}

// Iterations that must read in order are not unrolled.
// CHECK-LABEL: func.func @in_order
// CHECK:         scf.for
// CHECK:         } {loop_annotation = #[[NO]]}
func.func @in_order(%a: memref<9xf32>, %b: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %j = %c0 to %c9 step %c1 {
    %v = memref.load %a[%j] : memref<9xf32>
    memref.store %v, %b[%j] : memref<9xf32>
  } {mlirgym.in_order}
  return
}
