// torch_conv_subtract_tanh_pool
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x32x15x15xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 3.000000e-01 : f64
    %cst_1 = arith.constant 1.500000e+01 : f32
    %cst_2 = arith.constant 4.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x32x32xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.divf %in, %cst_1 : f32
      linalg.yield %11 : f32
    } -> tensor<1x32x30x30xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.truncf %cst_0 : f64 to f32
      %12 = arith.subf %in, %11 : f32
      linalg.yield %12 : f32
    } -> tensor<1x32x30x30xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = math.tanh %in : f32
      linalg.yield %11 : f32
    } -> tensor<1x32x30x30xf32>
    %6 = tensor.empty() : tensor<1x32x15x15xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<1x32x15x15xf32>) -> tensor<1x32x15x15xf32>
    %8 = tensor.empty() : tensor<2x2xf32>
    %9 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%5, %8 : tensor<1x32x30x30xf32>, tensor<2x2xf32>) outs(%7 : tensor<1x32x15x15xf32>) -> tensor<1x32x15x15xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x32x15x15xf32>) outs(%6 : tensor<1x32x15x15xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.divf %in, %cst_2 : f32
      linalg.yield %11 : f32
    } -> tensor<1x32x15x15xf32>
    return %10 : tensor<1x32x15x15xf32>
  }
}
