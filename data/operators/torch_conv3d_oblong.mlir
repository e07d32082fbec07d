// torch_conv3d_oblong
module {
  func.func @main(%arg0: tensor<1x8x16x24x24xf32>, %arg1: tensor<16x8x1x3x5xf32>) -> tensor<1x16x16x12x12xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 0, 1, 2] high[0, 0, 0, 1, 2] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x8x16x24x24xf32> to tensor<1x8x16x26x28xf32>
    %0 = tensor.empty() : tensor<1x16x16x12x12xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x16x16x12x12xf32>) -> tensor<1x16x16x12x12xf32>
    %2 = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<[1, 2, 2]> : vector<3xi64>} ins(%padded, %arg1 : tensor<1x8x16x26x28xf32>, tensor<16x8x1x3x5xf32>) outs(%1 : tensor<1x16x16x12x12xf32>) -> tensor<1x16x16x12x12xf32>
    return %2 : tensor<1x16x16x12x12xf32>
  }
}
