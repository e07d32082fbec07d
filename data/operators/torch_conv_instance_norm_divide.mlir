// torch_conv_instance_norm_divide
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x32x30x30xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 9.000000e+02 : f64
    %cst_3 = arith.constant 9.000000e+02 : f32
    %cst_4 = arith.constant 2.500000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x32x32xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %3 = tensor.empty() : tensor<1x32x30x30xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x32x30x30xf32>) outs(%3 : tensor<1x32x30x30xf64>) {
    ^bb0(%in: f32, %out: f64):
      %23 = arith.extf %in : f32 to f64
      linalg.yield %23 : f64
    } -> tensor<1x32x30x30xf64>
    %5 = tensor.empty() : tensor<1x32x1x1xf64>
    %6 = linalg.fill ins(%cst_0 : f64) outs(%5 : tensor<1x32x1x1xf64>) -> tensor<1x32x1x1xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%4 : tensor<1x32x30x30xf64>) outs(%6 : tensor<1x32x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %23 = arith.addf %in, %out : f64
      linalg.yield %23 : f64
    } -> tensor<1x32x1x1xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x32x1x1xf64>) outs(%5 : tensor<1x32x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %23 = arith.divf %in, %cst_2 : f64
      linalg.yield %23 : f64
    } -> tensor<1x32x1x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %8 : tensor<1x32x30x30xf64>, tensor<1x32x1x1xf64>) outs(%3 : tensor<1x32x30x30xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %23 = arith.subf %in, %in_5 : f64
      linalg.yield %23 : f64
    } -> tensor<1x32x30x30xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<1x32x30x30xf64>, tensor<1x32x30x30xf64>) outs(%3 : tensor<1x32x30x30xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %23 = arith.mulf %in, %in_5 : f64
      linalg.yield %23 : f64
    } -> tensor<1x32x30x30xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%10 : tensor<1x32x30x30xf64>) outs(%6 : tensor<1x32x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %23 = arith.addf %in, %out : f64
      linalg.yield %23 : f64
    } -> tensor<1x32x1x1xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x32x1x1xf64>) outs(%5 : tensor<1x32x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %23 = arith.divf %in, %cst_2 : f64
      linalg.yield %23 : f64
    } -> tensor<1x32x1x1xf64>
    %13 = tensor.empty() : tensor<1x32x1x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x32x1x1xf64>) outs(%13 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %23 = arith.truncf %in : f64 to f32
      linalg.yield %23 : f32
    } -> tensor<1x32x1x1xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%2 : tensor<1x32x30x30xf32>) outs(%15 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.addf %in, %out : f32
      linalg.yield %23 : f32
    } -> tensor<1x32x1x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x32x1x1xf32>) outs(%13 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.divf %in, %cst_3 : f32
      linalg.yield %23 : f32
    } -> tensor<1x32x1x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<1x32x1x1xf32>) outs(%13 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.truncf %cst_1 : f64 to f32
      %24 = arith.addf %in, %23 : f32
      linalg.yield %24 : f32
    } -> tensor<1x32x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<1x32x1x1xf32>) outs(%13 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = math.rsqrt %in : f32
      linalg.yield %23 : f32
    } -> tensor<1x32x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %17 : tensor<1x32x30x30xf32>, tensor<1x32x1x1xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %23 = arith.subf %in, %in_5 : f32
      linalg.yield %23 : f32
    } -> tensor<1x32x30x30xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %19 : tensor<1x32x30x30xf32>, tensor<1x32x1x1xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %23 = arith.mulf %in, %in_5 : f32
      linalg.yield %23 : f32
    } -> tensor<1x32x30x30xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.divf %in, %cst_4 : f32
      linalg.yield %23 : f32
    } -> tensor<1x32x30x30xf32>
    return %22 : tensor<1x32x30x30xf32>
  }
}
