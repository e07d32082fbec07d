// Sixteen partial sums a row, combined at the end.
// RUN: %mlirgym dump %s --schedule "op0: tile_reduction(0,16)" | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         linalg.fill {{.*}} outs(%{{.+}} : tensor<8x16xf32>)
// CHECK:         scf.for
// CHECK:           linalg.generic {{.*}} ["parallel", "parallel"]
// CHECK:         linalg.reduce
func.func @sum(%a: tensor<8x96xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x96xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %sum : tensor<8xf32>
}
