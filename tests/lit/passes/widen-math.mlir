// Tests of numbers and extrema become comparisons, functions of short types are computed in f32.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-widen-math))' | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK-NOT:     math.isinf
// CHECK-NOT:     arith.maxnumf
// CHECK:         arith.cmpf oeq
// CHECK:         arith.cmpf ogt
// CHECK:         arith.cmpf uno
// CHECK:         %[[WIDE:.+]] = arith.extf %{{.+}} : f16 to f32
// CHECK:         %[[EXP:.+]] = math.exp %[[WIDE]] : f32
// CHECK:         arith.truncf %[[EXP]] : f32 to f16
func.func @payload(%a: f32, %b: f32, %h: f16) -> (i1, f32, f16) {
  %0 = math.isinf %a : f32
  %1 = arith.maxnumf %a, %b : f32
  %2 = math.exp %h : f16
  return %0, %1, %2 : i1, f32, f16
}
