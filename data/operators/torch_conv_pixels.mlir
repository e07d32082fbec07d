// torch_conv_pixels
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>, %arg2: tensor<32xf32>) -> tensor<1x8x64x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x24x32x32xf32> to tensor<1x24x34x34xf32>
    %0 = tensor.empty() : tensor<1x32x32x32xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<32xf32>) outs(%0 : tensor<1x32x32x32xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x24x34x34xf32>, tensor<32x24x3x3xf32>) outs(%broadcasted : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %expanded = tensor.expand_shape %1 [[0], [1, 2, 3], [4], [5]] output_shape [1, 8, 2, 2, 32, 32] : tensor<1x32x32x32xf32> into tensor<1x8x2x2x32x32xf32>
    %2 = tensor.empty() : tensor<1x8x32x2x32x2xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x8x2x2x32x32xf32>) outs(%2 : tensor<1x8x32x2x32x2xf32>) permutation = [0, 1, 4, 2, 5, 3] 
    %collapsed = tensor.collapse_shape %transposed [[0], [1], [2, 3], [4, 5]] : tensor<1x8x32x2x32x2xf32> into tensor<1x8x64x64xf32>
    return %collapsed : tensor<1x8x64x64xf32>
  }
}
