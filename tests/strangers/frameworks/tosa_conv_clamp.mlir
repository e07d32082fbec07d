// tosa.conv2d with padding and tosa.clamp: pad, convolution of FHWC weights on a broadcast bias,
// minimum and maximum.
#bias = affine_map<(d0, d1, d2, d3) -> (d3)>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%x: tensor<1x14x14x8xf32>, %w: tensor<12x3x3x8xf32>, %b: tensor<12xf32>) -> tensor<1x14x14x12xf32> {
    %zero = arith.constant 0.000000e+00 : f32
    %six = arith.constant 6.000000e+00 : f32
    %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%a0: index, %a1: index, %a2: index, %a3: index):
      tensor.yield %zero : f32
    } : tensor<1x14x14x8xf32> to tensor<1x16x16x8xf32>
    %0 = tensor.empty() : tensor<1x14x14x12xf32>
    %1 = linalg.generic {indexing_maps = [#bias, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%b : tensor<12xf32>) outs(%0 : tensor<1x14x14x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x14x14x12xf32>
    %2 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %w : tensor<1x16x16x8xf32>, tensor<12x3x3x8xf32>) outs(%1 : tensor<1x14x14x12xf32>) -> tensor<1x14x14x12xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x14x14x12xf32>) outs(%0 : tensor<1x14x14x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.minimumf %in, %six : f32
      %5 = arith.maximumf %4, %zero : f32
      linalg.yield %5 : f32
    } -> tensor<1x14x14x12xf32>
    return %3 : tensor<1x14x14x12xf32>
  }
}
