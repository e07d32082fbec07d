// Only sums are reassociated, and nothing assumes finite numbers.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-fast-math))' | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK-NOT:     nnan
// CHECK-NOT:     ninf
// CHECK:         arith.addf %{{.+}}, %{{.+}} fastmath<reassoc,nsz,arcp,contract>
// CHECK:         arith.subf %{{.+}}, %{{.+}} fastmath<nsz,arcp,contract>
// CHECK:         arith.divf %{{.+}}, %{{.+}} fastmath<nsz,arcp,contract>
// CHECK:         arith.mulf %{{.+}}, %{{.+}} fastmath<nsz,arcp,contract>
func.func @payload(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %0, %b : f32
  %2 = arith.divf %1, %b : f32
  %3 = arith.mulf %2, %a : f32
  return %3 : f32
}
