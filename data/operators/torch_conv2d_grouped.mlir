// torch_conv2d_grouped
module {
  func.func @main(%arg0: tensor<1x64x48x48xf32>, %arg1: tensor<64x16x3x3xf32>) -> tensor<1x64x48x48xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x64x48x48xf32> to tensor<1x64x50x50xf32>
    %0 = tensor.empty() : tensor<1x64x48x48xf32>
    %expanded = tensor.expand_shape %padded [[0], [1, 2], [3], [4]] output_shape [1, 4, 16, 50, 50] : tensor<1x64x50x50xf32> into tensor<1x4x16x50x50xf32>
    %expanded_0 = tensor.expand_shape %arg1 [[0, 1], [2], [3], [4]] output_shape [4, 16, 16, 3, 3] : tensor<64x16x3x3xf32> into tensor<4x16x16x3x3xf32>
    %expanded_1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 4, 16, 48, 48] : tensor<1x64x48x48xf32> into tensor<1x4x16x48x48xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%expanded_1 : tensor<1x4x16x48x48xf32>) -> tensor<1x4x16x48x48xf32>
    %2 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded, %expanded_0 : tensor<1x4x16x50x50xf32>, tensor<4x16x16x3x3xf32>) outs(%1 : tensor<1x4x16x48x48xf32>) -> tensor<1x4x16x48x48xf32>
    %collapsed = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : tensor<1x4x16x48x48xf32> into tensor<1x64x48x48xf32>
    return %collapsed : tensor<1x64x48x48xf32>
  }
}
