// torch_conv3d
module {
  func.func @main(%arg0: tensor<1x8x14x20x20xf32>, %arg1: tensor<12x8x3x3x3xf32>) -> tensor<1x12x12x18x18xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x12x12x18x18xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x12x12x18x18xf32>) -> tensor<1x12x12x18x18xf32>
    %2 = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>} ins(%arg0, %arg1 : tensor<1x8x14x20x20xf32>, tensor<12x8x3x3x3xf32>) outs(%1 : tensor<1x12x12x18x18xf32>) -> tensor<1x12x12x18x18xf32>
    return %2 : tensor<1x12x12x18x18xf32>
  }
}
