// Numbers below 2^-126 are scaled before the logarithm, which stays.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-scale-logarithms))' | FileCheck %s
// CHECK-LABEL: func.func @logarithm
// CHECK-SAME:    %[[X:[^:]+]]: f32
// CHECK:         %[[SMALL:.+]] = arith.cmpf olt, %[[X]], %{{.+}}
// CHECK:         %[[SCALED:.+]] = arith.mulf %[[X]], %{{.+}}
// CHECK:         %[[NORMAL:.+]] = arith.select %[[SMALL]], %[[SCALED]], %[[X]]
// CHECK:         %[[LOG:.+]] = math.log2 %[[NORMAL]]
// CHECK:         arith.subf %[[LOG]], %{{.+}}
func.func @logarithm(%x: f32) -> f32 {
  %0 = math.log2 %x : f32
  return %0 : f32
}
