// A pad between two operations: nothing is fused through it.
func.func @pad(%x: tensor<1x12x14x5xf32>, %w: tensor<3x3x5x7xf32>, %out: tensor<1x12x14x7xf32>) -> tensor<1x12x14x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x12x14x5xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x12x14x5xf32>) outs(%e : tensor<1x12x14x5xf32>) {
  ^bb0(%a: f32, %y: f32):
    %0 = arith.maximumf %a, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<1x12x14x5xf32>
  %pad = tensor.pad %p low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x12x14x5xf32> to tensor<1x14x16x5xf32>
  %e1 = tensor.empty() : tensor<1x12x14x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x12x14x7xf32>) -> tensor<1x12x14x7xf32>
  %c = linalg.conv_2d_nhwc_hwcf ins(%pad, %w : tensor<1x14x16x5xf32>, tensor<3x3x5x7xf32>) outs(%f : tensor<1x12x14x7xf32>) -> tensor<1x12x14x7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : tensor<1x12x14x7xf32>) outs(%out : tensor<1x12x14x7xf32>) {
  ^bb0(%a: f32, %y: f32):
    %0 = arith.maximumf %a, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<1x12x14x7xf32>
  return %r : tensor<1x12x14x7xf32>
}
