// torch_conv_min_tanh_twice
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x1x30x30xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0x7F800000 : f32
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x32x32xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %3 = tensor.empty() : tensor<1x30x30xi64>
    %4 = linalg.fill ins(%c0_i64 : i64) outs(%3 : tensor<1x30x30xi64>) -> tensor<1x30x30xi64>
    %5 = tensor.empty() : tensor<1x30x30xf32>
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<1x30x30xf32>) -> tensor<1x30x30xf32>
    %7:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%2 : tensor<1x32x30x30xf32>) outs(%6, %4 : tensor<1x30x30xf32>, tensor<1x30x30xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %11 = linalg.index 1 : index
      %12 = arith.index_cast %11 : index to i64
      %13 = arith.minimumf %in, %out : f32
      %14 = arith.cmpf olt, %in, %out : f32
      %15 = arith.select %14, %12, %out_1 : i64
      linalg.yield %13, %15 : f32, i64
    } -> (tensor<1x30x30xf32>, tensor<1x30x30xi64>)
    %expanded = tensor.expand_shape %7#0 [[0, 1], [2], [3]] output_shape [1, 1, 30, 30] : tensor<1x30x30xf32> into tensor<1x1x30x30xf32>
    %8 = tensor.empty() : tensor<1x1x30x30xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x30x30xf32>) outs(%8 : tensor<1x1x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = math.tanh %in : f32
      linalg.yield %11 : f32
    } -> tensor<1x1x30x30xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x1x30x30xf32>) outs(%8 : tensor<1x1x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = math.tanh %in : f32
      linalg.yield %11 : f32
    } -> tensor<1x1x30x30xf32>
    return %10 : tensor<1x1x30x30xf32>
  }
}
