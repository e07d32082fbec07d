// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-expand-functions))' | FileCheck %s
// CHECK-LABEL: func.func @power
// CHECK-NOT:     math.powf
// CHECK-COUNT-9: math.fma {{.*}} : f64
// CHECK-NEXT:    %[[PRODUCT:.+]] = arith.mulf %{{.+}}, %{{.+}} : f64
// CHECK-NEXT:    %[[POWER:.+]] = math.exp %[[PRODUCT]] : f64
// CHECK-NEXT:    arith.truncf %[[POWER]] : f64 to f32
// CHECK:         return
func.func @power(%x: f32, %y: f32) -> f32 {
  %0 = math.powf %x, %y : f32
  return %0 : f32
}
// Vectors, and shorter types in f32.
// CHECK-LABEL: func.func @short
// CHECK:         arith.extf %{{.+}} : vector<8xf16> to vector<8xf32>
// CHECK:         math.roundeven {{.*}} : vector<8xf32>
// CHECK:         math.exp {{.*}} : vector<8xf32>
// CHECK-NOT:     math.exp2
// CHECK:         arith.truncf %{{.+}} : vector<8xf32> to vector<8xf16>
func.func @short(%x: vector<8xf16>) -> vector<8xf16> {
  %0 = math.exp2 %x : vector<8xf16>
  return %0 : vector<8xf16>
}
// CHECK-LABEL: func.func @others
// CHECK-NOT:     math.{{(sinh|cosh|tan|asinh|acosh|atanh|log10) }}
// CHECK:         return
func.func @others(%x: f32) -> f32 {
  %0 = math.sinh %x : f32
  %1 = math.cosh %0 : f32
  %2 = math.tan %1 : f32
  %3 = math.asinh %2 : f32
  %4 = math.acosh %3 : f32
  %5 = math.atanh %4 : f32
  %6 = math.log10 %5 : f32
  return %6 : f32
}
// CHECK-LABEL: func.func @wide
// CHECK:         math.sinh
func.func @wide(%x: f64) -> f64 {
  %0 = math.sinh %x : f64
  return %0 : f64
}
