// A marked function runs in its first call; threads that call it meanwhile wait.
// RUN: %mlirgym-opt %s --mlirgym-call-once | FileCheck %s
// CHECK:       llvm.mlir.global internal @fill.state(0 : i8)
// CHECK-LABEL: func.func private @fill(
// CHECK-SAME:      attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["cold", "noinline"]} {
// CHECK:         %[[STATE:.+]] = llvm.mlir.addressof @fill.state
// CHECK:         %[[EXCHANGED:.+]] = llvm.cmpxchg %[[STATE]], %c0_i8{{.*}}, %c1_i8{{.*}} acquire acquire
// CHECK:         %[[FIRST:.+]] = llvm.extractvalue %[[EXCHANGED]][1]
// CHECK:         scf.if %[[FIRST]] {
// CHECK:           memref.store
// CHECK:           llvm.store %c2_i8{{.*}} atomic release
// CHECK:         } else {
// CHECK:           scf.while
// CHECK:             %[[NOW:.+]] = llvm.load %{{.+}} atomic acquire
// CHECK:             %[[DONE:.+]] = arith.cmpi eq, %[[NOW]], %c2_i8
// CHECK:             %[[RUNNING:.+]] = arith.xori %[[DONE]], %true
// CHECK:             scf.condition(%[[RUNNING]])
// CHECK:         return
// CHECK-LABEL: func.func @payload
// CHECK:         %[[NOW:.+]] = llvm.load %{{.+}} atomic acquire
// CHECK:         %[[DONE:.+]] = arith.cmpi eq, %[[NOW]], %c2_i8
// CHECK:         scf.if %[[DONE]] {
// CHECK-NEXT:    } else {
// CHECK-NEXT:      func.call @fill()
// CHECK-NEXT:    }
// CHECK:         call @other
memref.global "private" @array : memref<1xf32> = uninitialized
func.func private @fill() attributes {mlirgym.once} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %array = memref.get_global @array : memref<1xf32>
  memref.store %one, %array[%c0] : memref<1xf32>
  return
}
func.func @payload() {
  func.call @fill() : () -> ()
  func.call @other() : () -> ()
  return
}
func.func private @other()
