// Tiles of 8 rows and 16 columns, the reduction whole.
// RUN: %mlirgym dump %s --schedule "op0: tile(8,16,0)" | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         scf.for %[[I:.+]] = %{{.+}} to
// CHECK:           scf.for %[[J:.+]] = %{{.+}} to
// CHECK-NOT:         scf.for
// CHECK:             tensor.extract_slice %{{.+}}[%[[I]], 0] [8, 10]
// CHECK:             tensor.extract_slice %{{.+}}[0, %[[J]]] [10, 16]
// CHECK:             linalg.matmul {{.*}} outs(%{{.+}} : tensor<8x16xf32>)
func.func @matmul(%a: tensor<64x10xf32>, %b: tensor<10x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x10xf32>, tensor<10x48xf32>) outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
