// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-split-sincos))' | FileCheck %s
// CHECK-LABEL: func.func @both
// CHECK-SAME:    %[[X:.+]]: f32
// CHECK-DAG:     %[[SIN:.+]] = math.sin %[[X]]
// CHECK-DAG:     %[[COS:.+]] = math.cos %[[X]]
// CHECK-NOT:     math.sincos
// CHECK:         return %[[SIN]], %[[COS]]
func.func @both(%x: f32) -> (f32, f32) {
  %sin, %cos = math.sincos %x : f32
  return %sin, %cos : f32, f32
}
