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

// A tile for a matrix unit that none computes: 1,024 operations, of which each of four loops has
// 256. One that is computed there stays whole, and so does the fill of its sums.
// CHECK-LABEL: func.func @bytes
// CHECK:         scf.for
// CHECK:           linalg.matmul {mlirgym.vectorize} ins(%{{.+}}, %{{.+}} : tensor<32x16xi8>, tensor<16x32xi8>)
func.func @bytes(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %c: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %0 = linalg.matmul {mlirgym.vectorize} ins(%a, %b : tensor<32x64xi8>, tensor<64x32xi8>) outs(%c : tensor<32x32xi32>) -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}
// CHECK-LABEL: func.func @tiles
// CHECK:         linalg.fill {{.+}} outs(%{{.+}} : tensor<32x32xi32>)
// CHECK-NOT:     scf.for
// CHECK:         linalg.matmul {mlirgym.tiles, mlirgym.vectorize} ins(%{{.+}}, %{{.+}} : tensor<32x64xi8>, tensor<64x32xi8>)
func.func @tiles(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %c: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %zero = arith.constant 0 : i32
  %fill = linalg.fill ins(%zero : i32) outs(%c : tensor<32x32xi32>) -> tensor<32x32xi32>
  %0 = linalg.matmul {mlirgym.vectorize, mlirgym.tiles} ins(%a, %b : tensor<32x64xi8>, tensor<64x32xi8>) outs(%fill : tensor<32x32xi32>) -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}
