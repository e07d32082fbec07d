// The exported script and program give stock mlir-opt the very IR that the library goes on with.
// RUN: %mlirgym dump %s --program -o %t.program.mlir
// RUN: %mlirgym dump %s --script --schedule "op1: tile_fuse(8,16) vectorize; op0: tile(0,0,5) vectorize" -o %t.script.mlir
// RUN: mlir-opt %t.program.mlir --transform-preload-library=transform-library-paths=%t.script.mlir --transform-interpreter -o %t.stock.mlir
// RUN: %mlirgym dump %s --schedule "op1: tile_fuse(8,16) vectorize; op0: tile(0,0,5) vectorize" | mlir-opt -o %t.own.mlir
// RUN: diff %t.stock.mlir %t.own.mlir
// RUN: FileCheck %s < %t.stock.mlir
// CHECK-LABEL: func.func @payload
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               linalg.matmul {{.*}} outs(%{{.+}} : tensor<8x16xf32>)
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
