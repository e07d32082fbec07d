// Rows read twice each, and over and over: indices that are no sums of loops.
func.func @wrapped(%a: tensor<12x18xf32>, %b: tensor<5x18xf32>, %out: tensor<24x18xf32>) -> tensor<24x18xf32> {
  %e = tensor.empty() : tensor<12x18xf32>
  %p = linalg.exp ins(%a : tensor<12x18xf32>) outs(%e : tensor<12x18xf32>) -> tensor<12x18xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i floordiv 2, j)>, affine_map<(i, j) -> (i mod 5, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : tensor<12x18xf32>, tensor<5x18xf32>) outs(%out : tensor<24x18xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<24x18xf32>
  return %r : tensor<24x18xf32>
}
