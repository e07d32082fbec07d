// torch_conv_shuffle
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x6x3x3xf32>) -> tensor<1x32x30x30xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %expanded = tensor.expand_shape %arg0 [[0], [1, 2], [3], [4]] output_shape [1, 4, 6, 32, 32] : tensor<1x24x32x32xf32> into tensor<1x4x6x32x32xf32>
    %expanded_0 = tensor.expand_shape %arg1 [[0, 1], [2], [3], [4]] output_shape [4, 8, 6, 3, 3] : tensor<32x6x3x3xf32> into tensor<4x8x6x3x3xf32>
    %expanded_1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 4, 8, 30, 30] : tensor<1x32x30x30xf32> into tensor<1x4x8x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%expanded_1 : tensor<1x4x8x30x30xf32>) -> tensor<1x4x8x30x30xf32>
    %2 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded, %expanded_0 : tensor<1x4x6x32x32xf32>, tensor<4x8x6x3x3xf32>) outs(%1 : tensor<1x4x8x30x30xf32>) -> tensor<1x4x8x30x30xf32>
    %3 = tensor.empty() : tensor<1x8x4x30x30xf32>
    %transposed = linalg.transpose ins(%2 : tensor<1x4x8x30x30xf32>) outs(%3 : tensor<1x8x4x30x30xf32>) permutation = [0, 2, 1, 3, 4] 
    %collapsed = tensor.collapse_shape %transposed [[0], [1, 2], [3], [4]] : tensor<1x8x4x30x30xf32> into tensor<1x32x30x30xf32>
    return %collapsed : tensor<1x32x30x30xf32>
  }
}
