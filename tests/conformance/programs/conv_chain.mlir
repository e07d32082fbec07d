// A tile of the second convolution reads a larger tile of the first.
func.func @conv_chain(%x: tensor<1x3x34x38xf32>, %w0: tensor<6x3x3x3xf32>, %w1: tensor<8x6x3x3xf32>, %out: tensor<1x8x15x17xf32>) -> tensor<1x8x15x17xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x6x32x36xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x6x32x36xf32>) -> tensor<1x6x32x36xf32>
  %c0 = linalg.conv_2d_nchw_fchw ins(%x, %w0 : tensor<1x3x34x38xf32>, tensor<6x3x3x3xf32>) outs(%f0 : tensor<1x6x32x36xf32>) -> tensor<1x6x32x36xf32>
  %e1 = tensor.empty() : tensor<1x6x32x36xf32>
  %r0 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c0 : tensor<1x6x32x36xf32>) outs(%e1 : tensor<1x6x32x36xf32>) {
  ^bb0(%a: f32, %y: f32):
    %0 = arith.maximumf %a, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<1x6x32x36xf32>
  %e2 = tensor.empty() : tensor<1x8x15x17xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x8x15x17xf32>) -> tensor<1x8x15x17xf32>
  %c1 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%r0, %w1 : tensor<1x6x32x36xf32>, tensor<8x6x3x3xf32>) outs(%f1 : tensor<1x8x15x17xf32>) -> tensor<1x8x15x17xf32>
  %r1 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c1 : tensor<1x8x15x17xf32>) outs(%out : tensor<1x8x15x17xf32>) {
  ^bb0(%a: f32, %y: f32):
    %0 = arith.maximumf %a, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<1x8x15x17xf32>
  return %r1 : tensor<1x8x15x17xf32>
}
