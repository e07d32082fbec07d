// torch_conv1d
module {
  func.func @main(%arg0: tensor<4x32x512xf32>, %arg1: tensor<48x32x5xf32>, %arg2: tensor<48xf32>) -> tensor<4x48x508xf32> {
    %0 = tensor.empty() : tensor<4x48x508xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<48xf32>) outs(%0 : tensor<4x48x508xf32>) dimensions = [0, 2] 
    %1 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%arg0, %arg1 : tensor<4x32x512xf32>, tensor<48x32x5xf32>) outs(%broadcasted : tensor<4x48x508xf32>) -> tensor<4x48x508xf32>
    return %1 : tensor<4x48x508xf32>
  }
}
