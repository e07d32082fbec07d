// Loops, buffers, vectors and arithmetic at once.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(mlirgym-convert-to-llvm)' | FileCheck %s
// CHECK-LABEL: llvm.func @payload
// CHECK-NOT:     scf.
// CHECK-NOT:     builtin.unrealized_conversion_cast
// CHECK:         llvm.cond_br
// CHECK:         llvm.load {{.*}} -> vector<8xf32>
// CHECK:         llvm.fadd {{.*}} : vector<8xf32>
func.func @payload(%a: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
    %v = vector.load %a[%i] : memref<64xf32>, vector<8xf32>
    %s = arith.addf %v, %v : vector<8xf32>
    vector.store %s, %a[%i] : memref<64xf32>, vector<8xf32>
  }
  return
}
