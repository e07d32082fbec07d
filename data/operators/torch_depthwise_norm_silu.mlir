// torch_depthwise_norm_silu
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<1x32x56x56xf32>, %arg1: tensor<32x1x3x3xf32>, %arg2: tensor<32x1x1xf32>, %arg3: tensor<32x1x1xf32>) -> tensor<1x32x56x56xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst : f32
    } : tensor<1x32x56x56xf32> to tensor<1x32x58x58xf32>
    %0 = tensor.empty() : tensor<1x32x56x56xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x56x56xf32>) -> tensor<1x32x56x56xf32>
    %collapsed = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : tensor<32x1x3x3xf32> into tensor<32x3x3xf32>
    %2 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x32x58x58xf32>, tensor<32x3x3xf32>) outs(%1 : tensor<1x32x56x56xf32>) -> tensor<1x32x56x56xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %arg2 : tensor<1x32x56x56xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %7 = arith.mulf %in, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<1x32x56x56xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %arg3 : tensor<1x32x56x56xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %7 = arith.addf %in, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<1x32x56x56xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x32x56x56xf32>) outs(%0 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.negf %in : f32
      %8 = math.exp %7 : f32
      %9 = arith.addf %8, %cst_0 : f32
      %10 = arith.divf %cst_0, %9 : f32
      linalg.yield %10 : f32
    } -> tensor<1x32x56x56xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %5 : tensor<1x32x56x56xf32>, tensor<1x32x56x56xf32>) outs(%0 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %7 = arith.mulf %in, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<1x32x56x56xf32>
    return %6 : tensor<1x32x56x56xf32>
  }
}
