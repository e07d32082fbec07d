// torch_conv_leaky_sum_clamp
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>, %arg2: tensor<32x30x30xf32>) -> tensor<1x32x30x30xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant 1.000000e-02 : f64
    %cst_2 = arith.constant -9.000000e+00 : f32
    %cst_3 = arith.constant 9.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x32x32xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %2 : tensor<f32>, tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %9 = arith.cmpf ogt, %in, %in_4 : f32
      %10 = arith.select %9, %in, %in_4 : f32
      linalg.yield %10 : f32
    } -> tensor<1x32x30x30xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %2 : tensor<f32>, tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %9 = arith.cmpf olt, %in, %in_4 : f32
      %10 = arith.select %9, %in, %in_4 : f32
      linalg.yield %10 : f32
    } -> tensor<1x32x30x30xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.truncf %cst_1 : f64 to f32
      %10 = arith.mulf %in, %9 : f32
      linalg.yield %10 : f32
    } -> tensor<1x32x30x30xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %5 : tensor<1x32x30x30xf32>, tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %9 = arith.addf %in, %in_4 : f32
      linalg.yield %9 : f32
    } -> tensor<1x32x30x30xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %arg2 : tensor<1x32x30x30xf32>, tensor<32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %9 = arith.addf %in, %in_4 : f32
      linalg.yield %9 : f32
    } -> tensor<1x32x30x30xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.cmpf ult, %in, %cst_2 : f32
      %10 = arith.select %9, %cst_2, %in : f32
      %11 = arith.cmpf ugt, %10, %cst_3 : f32
      %12 = arith.select %11, %cst_3, %10 : f32
      linalg.yield %12 : f32
    } -> tensor<1x32x30x30xf32>
    return %8 : tensor<1x32x30x30xf32>
  }
}
