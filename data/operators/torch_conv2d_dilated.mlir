// torch_conv2d_dilated
module {
  func.func @main(%arg0: tensor<1x24x40x44xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x32x36x38xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x36x38xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x36x38xf32>) -> tensor<1x32x36x38xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<[2, 3]> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x40x44xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x36x38xf32>) -> tensor<1x32x36x38xf32>
    return %2 : tensor<1x32x36x38xf32>
  }
}
