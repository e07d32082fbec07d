// The parallel loops become one scf.forall; the reduction is cut inside it.
// RUN: %mlirgym dump %s --schedule "op0: tile_parallel(8,16,0) tile(0,0,5)" | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         scf.forall (%[[I:.+]], %{{.+}}) in (8, 3)
// CHECK:           %[[ROW:.+]] = affine.apply #{{.+}}(%[[I]])
// CHECK:           tensor.extract_slice %{{.+}}[%[[ROW]], 0] [8, 10]
// CHECK:           scf.for
// CHECK-NOT:         scf.for
// CHECK:             linalg.matmul {{.*}}tensor<8x5xf32>, tensor<5x16xf32>) outs(%{{.+}} : tensor<8x16xf32>)
// CHECK:           scf.forall.in_parallel
func.func @matmul(%a: tensor<64x10xf32>, %b: tensor<10x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x10xf32>, tensor<10x48xf32>) outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
