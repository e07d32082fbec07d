// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-expand-polynomials))' | FileCheck %s
// CHECK-LABEL: func.func @expanded
// CHECK-NOT:     math.tanh
// CHECK-NOT:     math.erf
// CHECK:         math.fma
func.func @expanded(%x: f32) -> (f32, f32) {
  %0 = math.tanh %x : f32
  %1 = math.erf %x : f32
  return %0, %1 : f32, f32
}
// Those of upstream's that are not accurate enough.
// CHECK-LABEL: func.func @left
// CHECK:         math.sin
// CHECK:         math.cbrt
// CHECK:         math.exp
func.func @left(%x: f32) -> (f32, f32, f32) {
  %0 = math.sin %x : f32
  %1 = math.cbrt %x : f32
  %2 = math.exp %x : f32
  return %0, %1, %2 : f32, f32, f32
}
