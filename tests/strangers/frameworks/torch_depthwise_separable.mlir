// A depthwise convolution and a 1x1 convolution behind it, relu6 between them, as in MobileNet.
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @forward(%x: tensor<1x16x16x16xf32>, %dw: tensor<16x3x3xf32>, %pw: tensor<24x16x1x1xf32>) -> tensor<1x24x14x14xf32> {
    %zero = arith.constant 0.000000e+00 : f32
    %six = arith.constant 6.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x16x14x14xf32>
    %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x16x14x14xf32>) -> tensor<1x16x14x14xf32>
    %2 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %dw : tensor<1x16x16x16xf32>, tensor<16x3x3xf32>) outs(%1 : tensor<1x16x14x14xf32>) -> tensor<1x16x14x14xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x16x14x14xf32>) outs(%0 : tensor<1x16x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.cmpf ult, %in, %zero : f32
      %8 = arith.select %7, %zero, %in : f32
      %9 = arith.cmpf ugt, %8, %six : f32
      %10 = arith.select %9, %six, %8 : f32
      linalg.yield %10 : f32
    } -> tensor<1x16x14x14xf32>
    %4 = tensor.empty() : tensor<1x24x14x14xf32>
    %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<1x24x14x14xf32>) -> tensor<1x24x14x14xf32>
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%3, %pw : tensor<1x16x14x14xf32>, tensor<24x16x1x1xf32>) outs(%5 : tensor<1x24x14x14xf32>) -> tensor<1x24x14x14xf32>
    return %6 : tensor<1x24x14x14xf32>
  }
}
