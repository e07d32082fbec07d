// No conversion and no rounding instruction; f16 is left to mlirgym-widen-math.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-expand-exponentials))' | FileCheck %s
// CHECK-LABEL: func.func @exponential
// CHECK-NOT:     math.exp
// CHECK-NOT:     arith.fptosi
// CHECK-NOT:     math.roundeven
// CHECK:         arith.shli %{{.+}}, %{{.+}} : i32
// CHECK:         return
func.func @exponential(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}
// CHECK-LABEL: func.func @minus_one
// CHECK-NOT:     math.expm1
// CHECK:         arith.shli %{{.+}}, %{{.+}} : i64
func.func @minus_one(%x: f64) -> f64 {
  %0 = math.expm1 %x : f64
  return %0 : f64
}
// CHECK-LABEL: func.func @short
// CHECK:         math.exp
func.func @short(%x: f16) -> f16 {
  %0 = math.exp %x : f16
  return %0 : f16
}
