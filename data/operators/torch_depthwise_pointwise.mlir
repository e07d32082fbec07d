// torch_depthwise_pointwise
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> ()>
module {
  func.func @main(%arg0: tensor<1x24x56x56xf32>, %arg1: tensor<24x1x3x3xf32>, %arg2: tensor<48x24x1x1xf32>) -> tensor<1x48x56x56xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x24x56x56xf32> to tensor<1x24x58x58xf32>
    %0 = tensor.empty() : tensor<1x24x56x56xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %collapsed = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : tensor<24x1x3x3xf32> into tensor<24x3x3xf32>
    %2 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x24x58x58xf32>, tensor<24x3x3xf32>) outs(%1 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %cst_1 : tensor<1x24x56x56xf32>, tensor<f32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %8 = arith.cmpf ogt, %in, %in_2 : f32
      %9 = arith.select %8, %in, %in_2 : f32
      linalg.yield %9 : f32
    } -> tensor<1x24x56x56xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %3 : tensor<f32>, tensor<1x24x56x56xf32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %8 = arith.cmpf olt, %in, %in_2 : f32
      %9 = arith.select %8, %in, %in_2 : f32
      linalg.yield %9 : f32
    } -> tensor<1x24x56x56xf32>
    %5 = tensor.empty() : tensor<1x48x56x56xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<1x48x56x56xf32>) -> tensor<1x48x56x56xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%4, %arg2 : tensor<1x24x56x56xf32>, tensor<48x24x1x1xf32>) outs(%6 : tensor<1x48x56x56xf32>) -> tensor<1x48x56x56xf32>
    return %7 : tensor<1x48x56x56xf32>
  }
}
