// torch_conv2d_strided
module {
  func.func @main(%arg0: tensor<1x3x128x128xf32>, %arg1: tensor<64x3x11x11xf32>) -> tensor<1x64x31x31xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x3x128x128xf32> to tensor<1x3x132x132xf32>
    %0 = tensor.empty() : tensor<1x64x31x31xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x64x31x31xf32>) -> tensor<1x64x31x31xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<4> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x3x132x132xf32>, tensor<64x3x11x11xf32>) outs(%1 : tensor<1x64x31x31xf32>) -> tensor<1x64x31x31xf32>
    return %2 : tensor<1x64x31x31xf32>
  }
}
