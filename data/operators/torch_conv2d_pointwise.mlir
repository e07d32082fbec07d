// torch_conv2d_pointwise
module {
  func.func @main(%arg0: tensor<1x96x40x40xf32>, %arg1: tensor<96x96x1x1xf32>) -> tensor<1x96x40x40xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x96x40x40xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x96x40x40xf32>) -> tensor<1x96x40x40xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x96x40x40xf32>, tensor<96x96x1x1xf32>) outs(%1 : tensor<1x96x40x40xf32>) -> tensor<1x96x40x40xf32>
    return %2 : tensor<1x96x40x40xf32>
  }
}
