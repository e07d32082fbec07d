// 64 rows of 48 f32 are 192 registers of 512 bits: they are computed row by row. 4 rows stay one piece of code.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-tile-rows{vector-bits=512}))' | FileCheck %s
// CHECK-LABEL: func.func @long
// CHECK:         scf.for
// CHECK:           linalg.exp {mlirgym.vectorize} ins(%{{.+}} : tensor<1x48xf32>)
func.func @long(%a: tensor<64x48xf32>, %b: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.exp {mlirgym.vectorize} ins(%a : tensor<64x48xf32>) outs(%b : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
// CHECK-LABEL: func.func @short
// CHECK-NOT:     scf.for
// CHECK:         linalg.exp {mlirgym.vectorize} ins(%{{.+}} : tensor<4x48xf32>)
func.func @short(%a: tensor<4x48xf32>, %b: tensor<4x48xf32>) -> tensor<4x48xf32> {
  %0 = linalg.exp {mlirgym.vectorize} ins(%a : tensor<4x48xf32>) outs(%b : tensor<4x48xf32>) -> tensor<4x48xf32>
  return %0 : tensor<4x48xf32>
}
