// The pooling reads 9 x 11 of the 10 x 12 that the relu makes.
func.func @small_window(%x: tensor<2x10x12x6xf32>, %w: tensor<3x3xf32>, %out: tensor<2x4x5x6xf32>) -> tensor<2x4x5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x10x12x6xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x10x12x6xf32>) outs(%e : tensor<2x10x12x6xf32>) {
  ^bb0(%a: f32, %y: f32):
    %0 = arith.maximumf %a, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<2x10x12x6xf32>
  %f = linalg.fill ins(%low : f32) outs(%out : tensor<2x4x5x6xf32>) -> tensor<2x4x5x6xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%p, %w : tensor<2x10x12x6xf32>, tensor<3x3xf32>) outs(%f : tensor<2x4x5x6xf32>) -> tensor<2x4x5x6xf32>
  return %r : tensor<2x4x5x6xf32>
}
