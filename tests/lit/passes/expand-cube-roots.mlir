// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-expand-cube-roots))' | FileCheck %s
// CHECK-LABEL: func.func @root
// CHECK-NOT:     math.cbrt
// CHECK:         arith.bitcast %{{.+}} : f32 to i32
// CHECK-COUNT-2: arith.divf
// CHECK:         math.copysign
func.func @root(%x: f32) -> f32 {
  %0 = math.cbrt %x : f32
  return %0 : f32
}
// CHECK-LABEL: func.func @wide
// CHECK:         math.cbrt
func.func @wide(%x: f64) -> f64 {
  %0 = math.cbrt %x : f64
  return %0 : f64
}
