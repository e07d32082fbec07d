// npbench_conv2d_bias
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3)>
module {
  func.func @main(%arg0: tensor<8x32x32x3xf32>, %arg1: tensor<2x2x3x16xf32>, %arg2: tensor<16xf32>) -> tensor<8x31x31x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x3x32x32xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<8x32x32x3xf32>) outs(%0 : tensor<8x3x32x32xf32>) permutation = [0, 3, 1, 2] 
    %1 = tensor.empty() : tensor<16x3x2x2xf32>
    %transposed_0 = linalg.transpose ins(%arg1 : tensor<2x2x3x16xf32>) outs(%1 : tensor<16x3x2x2xf32>) permutation = [3, 2, 0, 1] 
    %2 = tensor.empty() : tensor<8x16x31x31xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<8x16x31x31xf32>) -> tensor<8x16x31x31xf32>
    %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%transposed, %transposed_0 : tensor<8x3x32x32xf32>, tensor<16x3x2x2xf32>) outs(%3 : tensor<8x16x31x31xf32>) -> tensor<8x16x31x31xf32>
    %5 = tensor.empty() : tensor<8x31x31x16xf32>
    %transposed_1 = linalg.transpose ins(%4 : tensor<8x16x31x31xf32>) outs(%5 : tensor<8x31x31x16xf32>) permutation = [0, 2, 3, 1] 
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_1, %arg2 : tensor<8x31x31x16xf32>, tensor<16xf32>) outs(%5 : tensor<8x31x31x16xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %7 = arith.addf %in, %in_2 : f32
      linalg.yield %7 : f32
    } -> tensor<8x31x31x16xf32>
    return %6 : tensor<8x31x31x16xf32>
  }
}
