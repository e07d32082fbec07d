// The matmul and its fill are computed inside each tile of the relu.
// RUN: %mlirgym dump %s --schedule "op1: tile_fuse(8,16)" | FileCheck %s
// RUN: %mlirgym dump %s --schedule "op1: tile_parallel_fuse(8,16)" | FileCheck %s --check-prefix=PARALLEL
// CHECK-LABEL: func.func @payload
// CHECK-NOT:     linalg.matmul
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             linalg.fill {{.*}} outs(%{{.+}} : tensor<8x16xf32>)
// CHECK:             linalg.matmul {{.*}} outs(%{{.+}} : tensor<8x16xf32>)
// CHECK:             linalg.generic
// PARALLEL-LABEL: func.func @payload
// PARALLEL:         scf.forall
// PARALLEL:           linalg.fill {{.*}} outs(%{{.+}} : tensor<8x16xf32>)
// PARALLEL:           linalg.matmul {{.*}} outs(%{{.+}} : tensor<8x16xf32>)
// PARALLEL:           linalg.generic
// PARALLEL:         scf.forall.in_parallel
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @chain(%a: tensor<64x10xf32>, %b: tensor<10x48xf32>) -> tensor<64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x48xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x48xf32>) -> tensor<64x48xf32>
  %product = linalg.matmul ins(%a, %b : tensor<64x10xf32>, tensor<10x48xf32>) outs(%init : tensor<64x48xf32>) -> tensor<64x48xf32>
  %relu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<64x48xf32>) outs(%empty : tensor<64x48xf32>) {
  ^bb0(%in: f32, %out: f32):
    %max = arith.maximumf %in, %zero : f32
    linalg.yield %max : f32
  } -> tensor<64x48xf32>
  return %relu : tensor<64x48xf32>
}
