// The pipeline runs on a function that holds the operation, and on no other.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-if-contains{ops=math,arith.maxnumf pipeline=func.func(mlirgym-fast-math)}))' | FileCheck %s
// RUN: not %mlirgym-opt %s --pass-pipeline='builtin.module(mlirgym-if-contains{ops=math pipeline=no-pass})' 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: no-pass
// CHECK-LABEL: func.func @with_dialect
// CHECK:         arith.addf {{.*}} fastmath<
func.func @with_dialect(%a: f32) -> f32 {
  %0 = math.exp %a : f32
  %1 = arith.addf %0, %a : f32
  return %1 : f32
}
// CHECK-LABEL: func.func @with_operation
// CHECK:         arith.maxnumf {{.*}} fastmath<
func.func @with_operation(%a: f32) -> f32 {
  %0 = arith.maxnumf %a, %a : f32
  return %0 : f32
}
// CHECK-LABEL: func.func @without
// CHECK-NOT:     fastmath
// CHECK:         return
func.func @without(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
