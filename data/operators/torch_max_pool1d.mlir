// torch_max_pool1d
module {
  func.func @main(%arg0: tensor<8x64x512xf32>) -> tensor<8x64x256xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %expanded = tensor.expand_shape %arg0 [[0], [1], [2, 3]] output_shape [8, 64, 1, 512] : tensor<8x64x512xf32> into tensor<8x64x1x512xf32>
    %padded = tensor.pad %expanded low[0, 0, 0, 1] high[0, 0, 0, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<8x64x1x512xf32> to tensor<8x64x1x514xf32>
    %0 = tensor.empty() : tensor<8x64x1x256xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<8x64x1x256xf32>) -> tensor<8x64x1x256xf32>
    %2 = tensor.empty() : tensor<1x4xf32>
    %3 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<[1, 2]> : vector<2xi64>} ins(%padded, %2 : tensor<8x64x1x514xf32>, tensor<1x4xf32>) outs(%1 : tensor<8x64x1x256xf32>) -> tensor<8x64x1x256xf32>
    %collapsed = tensor.collapse_shape %3 [[0], [1, 2], [3]] : tensor<8x64x1x256xf32> into tensor<8x64x256xf32>
    return %collapsed : tensor<8x64x256xf32>
  }
}
