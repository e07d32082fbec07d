// A tile need not divide its loop: the last one is smaller, and bounded by affine.min.
// RUN: %mlirgym dump %s --schedule "op0: tile(9,0,0)" | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         scf.for
// CHECK:           affine.min
// CHECK:           linalg.matmul {{.*}} outs(%{{.+}} : tensor<?x48xf32>)
func.func @matmul(%a: tensor<64x10xf32>, %b: tensor<10x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x10xf32>, tensor<10x48xf32>) outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
