// torch_conv2d_depthwise_twofold
module {
  func.func @main(%arg0: tensor<1x48x65x65xf32>, %arg1: tensor<96x1x3x3xf32>) -> tensor<1x96x32x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x96x32x32xf32>
    %expanded = tensor.expand_shape %arg0 [[0], [1, 2], [3], [4]] output_shape [1, 48, 1, 65, 65] : tensor<1x48x65x65xf32> into tensor<1x48x1x65x65xf32>
    %expanded_0 = tensor.expand_shape %arg1 [[0, 1], [2], [3], [4]] output_shape [48, 2, 1, 3, 3] : tensor<96x1x3x3xf32> into tensor<48x2x1x3x3xf32>
    %expanded_1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 48, 2, 32, 32] : tensor<1x96x32x32xf32> into tensor<1x48x2x32x32xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%expanded_1 : tensor<1x48x2x32x32xf32>) -> tensor<1x48x2x32x32xf32>
    %2 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%expanded, %expanded_0 : tensor<1x48x1x65x65xf32>, tensor<48x2x1x3x3xf32>) outs(%1 : tensor<1x48x2x32x32xf32>) -> tensor<1x48x2x32x32xf32>
    %collapsed = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : tensor<1x48x2x32x32xf32> into tensor<1x96x32x32xf32>
    return %collapsed : tensor<1x96x32x32xf32>
  }
}
