// Large angles are reduced in f64 behind a branch; f64 is left to libm.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-expand-trigonometry))' | FileCheck %s
// CHECK-LABEL: func.func @sine
// CHECK-NOT:     math.sin
// CHECK:         vector.reduction <or>
// CHECK:         scf.if
// CHECK:           arith.extf {{.*}} vector<8xf64>
// CHECK:         return
func.func @sine(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.sin %x : vector<8xf32>
  return %0 : vector<8xf32>
}
// CHECK-LABEL: func.func @angle
// CHECK-NOT:     math.atan2
// CHECK:         arith.divf
func.func @angle(%y: f32, %x: f32) -> f32 {
  %0 = math.atan2 %y, %x : f32
  return %0 : f32
}
// CHECK-LABEL: func.func @wide
// CHECK:         math.cos
func.func @wide(%x: f64) -> f64 {
  %0 = math.cos %x : f64
  return %0 : f64
}
