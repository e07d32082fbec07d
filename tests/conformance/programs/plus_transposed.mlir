// A square matrix read along its rows and along its columns.
func.func @plus_transposed(%a: tensor<32x32xf32>, %out: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %e = tensor.empty() : tensor<32x32xf32>
  %p = linalg.exp ins(%a : tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %p : tensor<32x32xf32>, tensor<32x32xf32>) outs(%out : tensor<32x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
