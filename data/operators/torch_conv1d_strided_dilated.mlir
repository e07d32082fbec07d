// torch_conv1d_strided_dilated
module {
  func.func @main(%arg0: tensor<4x32x768xf32>, %arg1: tensor<48x32x5xf32>) -> tensor<4x48x378xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x48x378xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x48x378xf32>) -> tensor<4x48x378xf32>
    %2 = linalg.conv_1d_ncw_fcw {dilations = dense<3> : vector<1xi64>, strides = dense<2> : vector<1xi64>} ins(%arg0, %arg1 : tensor<4x32x768xf32>, tensor<48x32x5xf32>) outs(%1 : tensor<4x48x378xf32>) -> tensor<4x48x378xf32>
    return %2 : tensor<4x48x378xf32>
  }
}
