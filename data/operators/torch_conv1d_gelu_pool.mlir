// torch_conv1d_gelu_pool
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<2x32x512xf32>, %arg1: tensor<48x32x5xf32>, %arg2: tensor<48xf32>) -> tensor<2x48x169xf32> {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 5.000000e-01 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<2x48x508xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<48xf32>) outs(%0 : tensor<2x48x508xf32>) dimensions = [0, 2] 
    %1 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%arg0, %arg1 : tensor<2x32x512xf32>, tensor<48x32x5xf32>) outs(%broadcasted : tensor<2x48x508xf32>) -> tensor<2x48x508xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x48x508xf32>) outs(%0 : tensor<2x48x508xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.divf %in, %cst_2 : f32
      %8 = math.erf %7 : f32
      %9 = arith.addf %8, %cst : f32
      %10 = arith.mulf %9, %cst_0 : f32
      %11 = arith.mulf %in, %10 : f32
      linalg.yield %11 : f32
    } -> tensor<2x48x508xf32>
    %expanded = tensor.expand_shape %2 [[0], [1], [2, 3]] output_shape [2, 48, 1, 508] : tensor<2x48x508xf32> into tensor<2x48x1x508xf32>
    %3 = tensor.empty() : tensor<2x48x1x169xf32>
    %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : tensor<2x48x1x169xf32>) -> tensor<2x48x1x169xf32>
    %5 = tensor.empty() : tensor<1x3xf32>
    %6 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<[1, 3]> : vector<2xi64>} ins(%expanded, %5 : tensor<2x48x1x508xf32>, tensor<1x3xf32>) outs(%4 : tensor<2x48x1x169xf32>) -> tensor<2x48x1x169xf32>
    %collapsed = tensor.collapse_shape %6 [[0], [1, 2], [3]] : tensor<2x48x1x169xf32> into tensor<2x48x169xf32>
    return %collapsed : tensor<2x48x169xf32>
  }
}
