// torch_conv2d_bias
module {
  func.func @main(%arg0: tensor<2x24x30x30xf32>, %arg1: tensor<32x24x3x3xf32>, %arg2: tensor<32xf32>) -> tensor<2x32x28x28xf32> {
    %0 = tensor.empty() : tensor<2x32x28x28xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<32xf32>) outs(%0 : tensor<2x32x28x28xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<2x24x30x30xf32>, tensor<32x24x3x3xf32>) outs(%broadcasted : tensor<2x32x28x28xf32>) -> tensor<2x32x28x28xf32>
    return %1 : tensor<2x32x28x28xf32>
  }
}
