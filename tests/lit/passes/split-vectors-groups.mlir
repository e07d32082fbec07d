// Accumulators that do not fit into the registers are divided so that few operands are loaded.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-split-vectors{vector-bits=256 vector-registers=16},cse))' | FileCheck %s
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-split-vectors{vector-bits=128 vector-registers=16},cse))' | FileCheck %s --check-prefix=SSE
// The right operand varies along two of the three dimensions: 4 x 6 accumulators, for which three
// of its strips are loaded by each of two loops, and not all six.
// CHECK-LABEL: func.func @images
// CHECK-SAME:    %[[LEFT:.+]]: memref<4x?xf32>, %[[RIGHT:.+]]: memref<?x3x12xf32>
// CHECK:         scf.for
// CHECK-COUNT-3: vector.load %[[RIGHT]]
// CHECK-NOT:     vector.load %[[RIGHT]]
// CHECK:         scf.for
// CHECK-COUNT-3: vector.load %[[RIGHT]]
// CHECK-NOT:     vector.load %[[RIGHT]]
// CHECK-NOT:     scf.for
// CHECK:         return
// 4 x 9 of them with SSE, of which 4 x 2 fit beside their operands and a product.
// SSE-LABEL: func.func @images
// SSE-SAME:    %[[LEFT:.+]]: memref<4x?xf32>, %[[RIGHT:.+]]: memref<?x3x12xf32>
// SSE:         scf.for
// SSE-COUNT-2: vector.load %[[RIGHT]]
// SSE-NOT:     vector.load %[[RIGHT]]
// SSE:         scf.for
#left = affine_map<(d0, d1) -> (d0, 0, 0)>
#right = affine_map<(d0, d1, d2) -> (0, d1, d2)>
func.func @images(%left: memref<4x?xf32>, %right: memref<?x3x12xf32>, %c: memref<4x3x12xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = ub.poison : f32
  %zero = arith.constant dense<0.0> : vector<4x3x12xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (vector<4x3x12xf32>) {
    %l = vector.transfer_read %left[%c0, %k], %pad {in_bounds = [true, true, true], permutation_map = #left} : memref<4x?xf32>, vector<4x3x12xf32>
    %r = vector.transfer_read %right[%k, %c0, %c0], %pad {in_bounds = [true, true, true], permutation_map = #right} : memref<?x3x12xf32>, vector<4x3x12xf32>
    %product = arith.mulf %l, %r : vector<4x3x12xf32>
    %next = arith.addf %acc, %product : vector<4x3x12xf32>
    scf.yield %next : vector<4x3x12xf32>
  }
  vector.transfer_write %sum, %c[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<4x3x12xf32>, memref<4x3x12xf32>
  return
}
