// torch_conv_mish_global_mean
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.500000e+01 : f32
    %cst_1 = arith.constant 2.000000e+01 : f32
    %cst_2 = arith.constant 9.000000e+02 : f32
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x32x32xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.divf %in, %cst_0 : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x30x30xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.exp %in : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x30x30xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.log1p %in : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x30x30xf32>
    %6 = tensor.empty() : tensor<1x32x30x30xi1>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x32x30x30xf32>) outs(%6 : tensor<1x32x30x30xi1>) {
    ^bb0(%in: f32, %out: i1):
      %15 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %15 : i1
    } -> tensor<1x32x30x30xi1>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %3, %5 : tensor<1x32x30x30xi1>, tensor<1x32x30x30xf32>, tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %15 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x30x30xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.tanh %in : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x30x30xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %9 : tensor<1x32x30x30xf32>, tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %15 = arith.mulf %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x30x30xf32>
    %11 = tensor.empty() : tensor<1x32xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%10 : tensor<1x32x30x30xf32>) outs(%12 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.addf %in, %out : f32
      linalg.yield %15 : f32
    } -> tensor<1x32xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<1x32xf32>) outs(%11 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.divf %in, %cst_2 : f32
      linalg.yield %15 : f32
    } -> tensor<1x32xf32>
    return %14 : tensor<1x32xf32>
  }
}
