// torch_fold
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map6 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
module {
  func.func @main(%arg0: tensor<1x64x64xf32>) -> tensor<1x4x32x32xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<1x4x32x32xf32>
    %c0_i64 = arith.constant 0 : i64
    %c4_i64 = arith.constant 4 : i64
    %expanded = tensor.expand_shape %arg0 [[0], [1, 2, 3], [4, 5]] output_shape [1, 4, 4, 4, 8, 8] : tensor<1x64x64xf32> into tensor<1x4x4x4x8x8xf32>
    %0 = tensor.empty() : tensor<1x4x4x8x4x8xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x4x4x4x8x8xf32>) outs(%0 : tensor<1x4x4x8x4x8xf32>) permutation = [0, 1, 2, 4, 3, 5] 
    %1 = tensor.empty() : tensor<8xi64>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%1 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %15 = linalg.index 0 : index
      %16 = arith.index_cast %15 : index to i64
      %17 = arith.muli %16, %c4_i64 : i64
      linalg.yield %17 : i64
    } -> tensor<8xi64>
    %expanded_0 = tensor.expand_shape %2 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
    %3 = tensor.empty() : tensor<4xi64>
    %4 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%3 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %15 = linalg.index 0 : index
      %16 = arith.index_cast %15 : index to i64
      linalg.yield %16 : i64
    } -> tensor<4xi64>
    %expanded_1 = tensor.expand_shape %4 [[0, 1]] output_shape [4, 1] : tensor<4xi64> into tensor<4x1xi64>
    %5 = tensor.empty() : tensor<4x8xi64>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_0, %expanded_1 : tensor<1x8xi64>, tensor<4x1xi64>) outs(%5 : tensor<4x8xi64>) {
    ^bb0(%in: i64, %in_11: i64, %out: i64):
      %15 = arith.addi %in, %in_11 : i64
      linalg.yield %15 : i64
    } -> tensor<4x8xi64>
    %7 = tensor.empty() : tensor<1xi64>
    %8 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%7 : tensor<1xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %9 = tensor.empty() : tensor<1x4x4x8x4x8xi64>
    %10 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1xi64>) outs(%9 : tensor<1x4x4x8x4x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x4x4x8x4x8xi64>
    %collapsed = tensor.collapse_shape %10 [[0, 1, 2, 3, 4, 5]] : tensor<1x4x4x8x4x8xi64> into tensor<4096xi64>
    %11 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<4xi64>) outs(%9 : tensor<1x4x4x8x4x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x4x4x8x4x8xi64>
    %collapsed_2 = tensor.collapse_shape %11 [[0, 1, 2, 3, 4, 5]] : tensor<1x4x4x8x4x8xi64> into tensor<4096xi64>
    %12 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<4x8xi64>) outs(%9 : tensor<1x4x4x8x4x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x4x4x8x4x8xi64>
    %collapsed_3 = tensor.collapse_shape %12 [[0, 1, 2, 3, 4, 5]] : tensor<1x4x4x8x4x8xi64> into tensor<4096xi64>
    %13 = linalg.generic {indexing_maps = [#map8, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<4x8xi64>) outs(%9 : tensor<1x4x4x8x4x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x4x4x8x4x8xi64>
    %collapsed_4 = tensor.collapse_shape %13 [[0, 1, 2, 3, 4, 5]] : tensor<1x4x4x8x4x8xi64> into tensor<4096xi64>
    %expanded_5 = tensor.expand_shape %collapsed [[0, 1]] output_shape [4096, 1] : tensor<4096xi64> into tensor<4096x1xi64>
    %expanded_6 = tensor.expand_shape %collapsed_2 [[0, 1]] output_shape [4096, 1] : tensor<4096xi64> into tensor<4096x1xi64>
    %expanded_7 = tensor.expand_shape %collapsed_3 [[0, 1]] output_shape [4096, 1] : tensor<4096xi64> into tensor<4096x1xi64>
    %expanded_8 = tensor.expand_shape %collapsed_4 [[0, 1]] output_shape [4096, 1] : tensor<4096xi64> into tensor<4096x1xi64>
    %concat = tensor.concat dim(1) %expanded_5, %expanded_6, %expanded_7, %expanded_8 : (tensor<4096x1xi64>, tensor<4096x1xi64>, tensor<4096x1xi64>, tensor<4096x1xi64>) -> tensor<4096x4xi64>
    %collapsed_9 = tensor.collapse_shape %transposed [[0, 1, 2, 3, 4, 5]] : tensor<1x4x4x8x4x8xf32> into tensor<4096xf32>
    %expanded_10 = tensor.expand_shape %collapsed_9 [[0, 1, 2, 3, 4]] output_shape [4096, 1, 1, 1, 1] : tensor<4096xf32> into tensor<4096x1x1x1x1xf32>
    %14 = tm_tensor.scatter {dimension_map = array<i64: 0, 1, 2, 3>} unique_indices(false) ins(%expanded_10, %concat : tensor<4096x1x1x1x1xf32>, tensor<4096x4xi64>) outs(%cst : tensor<1x4x32x32xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %15 = arith.addf %arg2, %arg1 : f32
      tm_tensor.yield %15 : f32
    } -> tensor<1x4x32x32xf32>
    return %14 : tensor<1x4x32x32xf32>
  }
}
