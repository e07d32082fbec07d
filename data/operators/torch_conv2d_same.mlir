// torch_conv2d_same
module {
  func.func @main(%arg0: tensor<1x16x36x36xf32>, %arg1: tensor<24x16x5x5xf32>) -> tensor<1x24x36x36xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x16x36x36xf32> to tensor<1x16x40x40xf32>
    %0 = tensor.empty() : tensor<1x24x36x36xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x24x36x36xf32>) -> tensor<1x24x36x36xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x16x40x40xf32>, tensor<24x16x5x5xf32>) outs(%1 : tensor<1x24x36x36xf32>) -> tensor<1x24x36x36xf32>
    return %2 : tensor<1x24x36x36xf32>
  }
}
