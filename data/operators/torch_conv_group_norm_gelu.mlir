// torch_conv_group_norm_gelu
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32xf32>) -> tensor<1x32x30x30xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 1.000000e-05 : f64
    %cst_4 = arith.constant 7.200000e+03 : f64
    %cst_5 = arith.constant 7.200000e+03 : f32
    %cst_6 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x32x32xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %collapsed = tensor.collapse_shape %2 [[0], [1], [2, 3]] : tensor<1x32x30x30xf32> into tensor<1x32x900xf32>
    %expanded = tensor.expand_shape %collapsed [[0], [1, 2], [3]] output_shape [1, 4, 8, 900] : tensor<1x32x900xf32> into tensor<1x4x8x900xf32>
    %3 = tensor.empty() : tensor<1x4x8x900xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x4x8x900xf32>) outs(%3 : tensor<1x4x8x900xf64>) {
    ^bb0(%in: f32, %out: f64):
      %28 = arith.extf %in : f32 to f64
      linalg.yield %28 : f64
    } -> tensor<1x4x8x900xf64>
    %5 = tensor.empty() : tensor<1x4x1x1xf64>
    %6 = linalg.fill ins(%cst_0 : f64) outs(%5 : tensor<1x4x1x1xf64>) -> tensor<1x4x1x1xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%4 : tensor<1x4x8x900xf64>) outs(%6 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.addf %in, %out : f64
      linalg.yield %28 : f64
    } -> tensor<1x4x1x1xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x4x1x1xf64>) outs(%5 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.divf %in, %cst_4 : f64
      linalg.yield %28 : f64
    } -> tensor<1x4x1x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %8 : tensor<1x4x8x900xf64>, tensor<1x4x1x1xf64>) outs(%3 : tensor<1x4x8x900xf64>) {
    ^bb0(%in: f64, %in_13: f64, %out: f64):
      %28 = arith.subf %in, %in_13 : f64
      linalg.yield %28 : f64
    } -> tensor<1x4x8x900xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<1x4x8x900xf64>, tensor<1x4x8x900xf64>) outs(%3 : tensor<1x4x8x900xf64>) {
    ^bb0(%in: f64, %in_13: f64, %out: f64):
      %28 = arith.mulf %in, %in_13 : f64
      linalg.yield %28 : f64
    } -> tensor<1x4x8x900xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%10 : tensor<1x4x8x900xf64>) outs(%6 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.addf %in, %out : f64
      linalg.yield %28 : f64
    } -> tensor<1x4x1x1xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x4x1x1xf64>) outs(%5 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.divf %in, %cst_4 : f64
      linalg.yield %28 : f64
    } -> tensor<1x4x1x1xf64>
    %13 = tensor.empty() : tensor<1x4x1x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x4x1x1xf64>) outs(%13 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %28 = arith.truncf %in : f64 to f32
      linalg.yield %28 : f32
    } -> tensor<1x4x1x1xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%expanded : tensor<1x4x8x900xf32>) outs(%15 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %out : f32
      linalg.yield %28 : f32
    } -> tensor<1x4x1x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x4x1x1xf32>) outs(%13 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_5 : f32
      linalg.yield %28 : f32
    } -> tensor<1x4x1x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<1x4x1x1xf32>) outs(%13 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_3 : f64 to f32
      %29 = arith.addf %in, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<1x4x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<1x4x1x1xf32>) outs(%13 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.rsqrt %in : f32
      linalg.yield %28 : f32
    } -> tensor<1x4x1x1xf32>
    %expanded_7 = tensor.expand_shape %arg2 [[0, 1, 2, 3]] output_shape [1, 4, 8, 1] : tensor<32xf32> into tensor<1x4x8x1xf32>
    %20 = tensor.empty() : tensor<1x4x8x1xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_7 : tensor<1x4x1x1xf32>, tensor<1x4x8x1xf32>) outs(%20 : tensor<1x4x8x1xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %28 = arith.mulf %in, %in_13 : f32
      linalg.yield %28 : f32
    } -> tensor<1x4x8x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<1x4x1x1xf32>) outs(%13 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.negf %in : f32
      linalg.yield %28 : f32
    } -> tensor<1x4x1x1xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %21 : tensor<1x4x1x1xf32>, tensor<1x4x8x1xf32>) outs(%20 : tensor<1x4x8x1xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %28 = arith.mulf %in, %in_13 : f32
      linalg.yield %28 : f32
    } -> tensor<1x4x8x1xf32>
    %expanded_8 = tensor.expand_shape %arg3 [[0, 1, 2, 3]] output_shape [1, 4, 8, 1] : tensor<32xf32> into tensor<1x4x8x1xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %expanded_8 : tensor<1x4x8x1xf32>, tensor<1x4x8x1xf32>) outs(%20 : tensor<1x4x8x1xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %28 = arith.addf %in, %in_13 : f32
      linalg.yield %28 : f32
    } -> tensor<1x4x8x1xf32>
    %collapsed_9 = tensor.collapse_shape %21 [[0], [1, 2], [3]] : tensor<1x4x8x1xf32> into tensor<1x32x1xf32>
    %expanded_10 = tensor.expand_shape %collapsed_9 [[0], [1], [2, 3]] output_shape [1, 32, 1, 1] : tensor<1x32x1xf32> into tensor<1x32x1x1xf32>
    %collapsed_11 = tensor.collapse_shape %24 [[0], [1, 2], [3]] : tensor<1x4x8x1xf32> into tensor<1x32x1xf32>
    %expanded_12 = tensor.expand_shape %collapsed_11 [[0], [1], [2, 3]] output_shape [1, 32, 1, 1] : tensor<1x32x1xf32> into tensor<1x32x1x1xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %expanded_10 : tensor<1x32x30x30xf32>, tensor<1x32x1x1xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %28 = arith.mulf %in, %in_13 : f32
      linalg.yield %28 : f32
    } -> tensor<1x32x30x30xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %expanded_12 : tensor<1x32x30x30xf32>, tensor<1x32x1x1xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %28 = arith.addf %in, %in_13 : f32
      linalg.yield %28 : f32
    } -> tensor<1x32x30x30xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_6 : f32
      %29 = math.erf %28 : f32
      %30 = arith.addf %29, %cst_1 : f32
      %31 = arith.mulf %30, %cst_2 : f32
      %32 = arith.mulf %in, %31 : f32
      linalg.yield %32 : f32
    } -> tensor<1x32x30x30xf32>
    return %27 : tensor<1x32x30x30xf32>
  }
}
