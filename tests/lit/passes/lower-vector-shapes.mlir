// A shape cast becomes what LLVM has; a function of plain vectors is left alone.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-lower-vector-shapes))' | FileCheck %s
// CHECK-LABEL: func.func @cast
// CHECK-NOT:     vector.shape_cast
// CHECK:         return
func.func @cast(%a: vector<1x4xf32>) -> vector<4xf32> {
  %0 = vector.shape_cast %a : vector<1x4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}
// CHECK-LABEL: func.func @plain
// CHECK-COUNT-2: arith.constant
func.func @plain(%a: vector<4xf32>) -> (vector<4xf32>, index, index) {
  %0 = arith.constant 3 : index
  %1 = arith.constant 3 : index
  return %a, %0, %1 : vector<4xf32>, index, index
}
