// `vectorize` marks the operation; the lowering makes vectors of what lies in the tile and keeps the
// accumulator in registers over the reduction.
// RUN: %mlirgym dump %s --stage vectorized --schedule "op0: tile(4,16,1) vectorize" | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             scf.for {{.*}} iter_args({{.*}}) -> ({{.*}}vector<4x16xf32>
// CHECK-NOT:         linalg.matmul
// CHECK:               arith.addf %{{.+}}, %{{.+}} : vector<4x16xf32>
func.func @matmul(%a: tensor<64x10xf32>, %b: tensor<10x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x10xf32>, tensor<10x48xf32>) outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
