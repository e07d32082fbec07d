// Rows read from the last to the first: no tile of the reader has a slice, what it reads may be cut.
func.func @reversed(%a: tensor<24x18xf32>, %out: tensor<24x18xf32>) -> tensor<24x18xf32> {
  %e = tensor.empty() : tensor<24x18xf32>
  %p = linalg.exp ins(%a : tensor<24x18xf32>) outs(%e : tensor<24x18xf32>) -> tensor<24x18xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (-i + 23, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<24x18xf32>) outs(%e : tensor<24x18xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  } -> tensor<24x18xf32>
  %r = linalg.exp ins(%q : tensor<24x18xf32>) outs(%out : tensor<24x18xf32>) -> tensor<24x18xf32>
  return %r : tensor<24x18xf32>
}
