// Rows read three further on, and every second one: tiles overlap where they begin.
func.func @shifted(%a: tensor<27x18xf32>, %out: tensor<12x18xf32>) -> tensor<12x18xf32> {
  %e = tensor.empty() : tensor<27x18xf32>
  %p = linalg.exp ins(%a : tensor<27x18xf32>) outs(%e : tensor<27x18xf32>) -> tensor<27x18xf32>
  %f = tensor.empty() : tensor<24x18xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + 3, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<27x18xf32>) outs(%f : tensor<24x18xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  } -> tensor<24x18xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i * 2 + 1, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<24x18xf32>) outs(%out : tensor<12x18xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  } -> tensor<12x18xf32>
  return %r : tensor<12x18xf32>
}
