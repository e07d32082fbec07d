// torch_group_norm
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<4x16x64x64xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16xf32>) -> tensor<4x16x64x64xf32> {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 1.638400e+04 : f64
    %cst_3 = arith.constant 1.638400e+04 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0], [1], [2, 3]] : tensor<4x16x64x64xf32> into tensor<4x16x4096xf32>
    %expanded = tensor.expand_shape %collapsed [[0], [1, 2], [3]] output_shape [4, 4, 4, 4096] : tensor<4x16x4096xf32> into tensor<4x4x4x4096xf32>
    %0 = tensor.empty() : tensor<4x4x4x4096xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<4x4x4x4096xf32>) outs(%0 : tensor<4x4x4x4096xf64>) {
    ^bb0(%in: f32, %out: f64):
      %25 = arith.extf %in : f32 to f64
      linalg.yield %25 : f64
    } -> tensor<4x4x4x4096xf64>
    %2 = tensor.empty() : tensor<4x4x1x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<4x4x1x1xf64>) -> tensor<4x4x1x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%1 : tensor<4x4x4x4096xf64>) outs(%3 : tensor<4x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %25 = arith.addf %in, %out : f64
      linalg.yield %25 : f64
    } -> tensor<4x4x1x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<4x4x1x1xf64>) outs(%2 : tensor<4x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %25 = arith.divf %in, %cst_2 : f64
      linalg.yield %25 : f64
    } -> tensor<4x4x1x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<4x4x4x4096xf64>, tensor<4x4x1x1xf64>) outs(%0 : tensor<4x4x4x4096xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %25 = arith.subf %in, %in_10 : f64
      linalg.yield %25 : f64
    } -> tensor<4x4x4x4096xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<4x4x4x4096xf64>, tensor<4x4x4x4096xf64>) outs(%0 : tensor<4x4x4x4096xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %25 = arith.mulf %in, %in_10 : f64
      linalg.yield %25 : f64
    } -> tensor<4x4x4x4096xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%7 : tensor<4x4x4x4096xf64>) outs(%3 : tensor<4x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %25 = arith.addf %in, %out : f64
      linalg.yield %25 : f64
    } -> tensor<4x4x1x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<4x4x1x1xf64>) outs(%2 : tensor<4x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %25 = arith.divf %in, %cst_2 : f64
      linalg.yield %25 : f64
    } -> tensor<4x4x1x1xf64>
    %10 = tensor.empty() : tensor<4x4x1x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<4x4x1x1xf64>) outs(%10 : tensor<4x4x1x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %25 = arith.truncf %in : f64 to f32
      linalg.yield %25 : f32
    } -> tensor<4x4x1x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<4x4x1x1xf32>) -> tensor<4x4x1x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%expanded : tensor<4x4x4x4096xf32>) outs(%12 : tensor<4x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = arith.addf %in, %out : f32
      linalg.yield %25 : f32
    } -> tensor<4x4x1x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<4x4x1x1xf32>) outs(%10 : tensor<4x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = arith.divf %in, %cst_3 : f32
      linalg.yield %25 : f32
    } -> tensor<4x4x1x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<4x4x1x1xf32>) outs(%10 : tensor<4x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = arith.truncf %cst_1 : f64 to f32
      %26 = arith.addf %in, %25 : f32
      linalg.yield %26 : f32
    } -> tensor<4x4x1x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<4x4x1x1xf32>) outs(%10 : tensor<4x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = math.rsqrt %in : f32
      linalg.yield %25 : f32
    } -> tensor<4x4x1x1xf32>
    %expanded_4 = tensor.expand_shape %arg1 [[0, 1, 2, 3]] output_shape [1, 4, 4, 1] : tensor<16xf32> into tensor<1x4x4x1xf32>
    %17 = tensor.empty() : tensor<4x4x4x1xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %expanded_4 : tensor<4x4x1x1xf32>, tensor<1x4x4x1xf32>) outs(%17 : tensor<4x4x4x1xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %25 = arith.mulf %in, %in_10 : f32
      linalg.yield %25 : f32
    } -> tensor<4x4x4x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<4x4x1x1xf32>) outs(%10 : tensor<4x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = arith.negf %in : f32
      linalg.yield %25 : f32
    } -> tensor<4x4x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %18 : tensor<4x4x1x1xf32>, tensor<4x4x4x1xf32>) outs(%17 : tensor<4x4x4x1xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %25 = arith.mulf %in, %in_10 : f32
      linalg.yield %25 : f32
    } -> tensor<4x4x4x1xf32>
    %expanded_5 = tensor.expand_shape %arg2 [[0, 1, 2, 3]] output_shape [1, 4, 4, 1] : tensor<16xf32> into tensor<1x4x4x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %expanded_5 : tensor<4x4x4x1xf32>, tensor<1x4x4x1xf32>) outs(%17 : tensor<4x4x4x1xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %25 = arith.addf %in, %in_10 : f32
      linalg.yield %25 : f32
    } -> tensor<4x4x4x1xf32>
    %collapsed_6 = tensor.collapse_shape %18 [[0], [1, 2], [3]] : tensor<4x4x4x1xf32> into tensor<4x16x1xf32>
    %expanded_7 = tensor.expand_shape %collapsed_6 [[0], [1], [2, 3]] output_shape [4, 16, 1, 1] : tensor<4x16x1xf32> into tensor<4x16x1x1xf32>
    %collapsed_8 = tensor.collapse_shape %21 [[0], [1, 2], [3]] : tensor<4x4x4x1xf32> into tensor<4x16x1xf32>
    %expanded_9 = tensor.expand_shape %collapsed_8 [[0], [1], [2, 3]] output_shape [4, 16, 1, 1] : tensor<4x16x1xf32> into tensor<4x16x1x1xf32>
    %22 = tensor.empty() : tensor<4x16x64x64xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %expanded_7 : tensor<4x16x64x64xf32>, tensor<4x16x1x1xf32>) outs(%22 : tensor<4x16x64x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %25 = arith.mulf %in, %in_10 : f32
      linalg.yield %25 : f32
    } -> tensor<4x16x64x64xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %expanded_9 : tensor<4x16x64x64xf32>, tensor<4x16x1x1xf32>) outs(%22 : tensor<4x16x64x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %25 = arith.addf %in, %in_10 : f32
      linalg.yield %25 : f32
    } -> tensor<4x16x64x64xf32>
    return %24 : tensor<4x16x64x64xf32>
  }
}
