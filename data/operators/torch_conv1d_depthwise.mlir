// torch_conv1d_depthwise
module {
  func.func @main(%arg0: tensor<4x128x512xf32>, %arg1: tensor<128x1x5xf32>) -> tensor<4x128x512xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %expanded = tensor.expand_shape %arg0 [[0], [1], [2, 3]] output_shape [4, 128, 512, 1] : tensor<4x128x512xf32> into tensor<4x128x512x1xf32>
    %expanded_0 = tensor.expand_shape %arg1 [[0], [1], [2, 3]] output_shape [128, 1, 5, 1] : tensor<128x1x5xf32> into tensor<128x1x5x1xf32>
    %padded = tensor.pad %expanded low[0, 0, 2, 0] high[0, 0, 2, 0] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<4x128x512x1xf32> to tensor<4x128x516x1xf32>
    %0 = tensor.empty() : tensor<4x128x512x1xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x128x512x1xf32>) -> tensor<4x128x512x1xf32>
    %collapsed = tensor.collapse_shape %expanded_0 [[0, 1], [2], [3]] : tensor<128x1x5x1xf32> into tensor<128x5x1xf32>
    %2 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<4x128x516x1xf32>, tensor<128x5x1xf32>) outs(%1 : tensor<4x128x512x1xf32>) -> tensor<4x128x512x1xf32>
    %collapsed_1 = tensor.collapse_shape %2 [[0], [1], [2, 3]] : tensor<4x128x512x1xf32> into tensor<4x128x512xf32>
    return %collapsed_1 : tensor<4x128x512xf32>
  }
}
