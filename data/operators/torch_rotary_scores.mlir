// torch_rotary_scores
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
module {
  func.func @main(%arg0: tensor<4x96x64xf32>, %arg1: tensor<4x96x64xf32>, %arg2: tensor<96x32xf32>) -> tensor<4x96x96xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 8.000000e+00 : f32
    %extracted_slice = tensor.extract_slice %arg0[0, 0, 0] [4, 96, 32] [1, 1, 1] : tensor<4x96x64xf32> to tensor<4x96x32xf32>
    %extracted_slice_1 = tensor.extract_slice %arg0[0, 0, 32] [4, 96, 32] [1, 1, 1] : tensor<4x96x64xf32> to tensor<4x96x32xf32>
    %0 = tensor.empty() : tensor<96x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<96x32xf32>) outs(%0 : tensor<96x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = math.cos %in : f32
      linalg.yield %21 : f32
    } -> tensor<96x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<96x32xf32>) outs(%0 : tensor<96x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = math.sin %in : f32
      linalg.yield %21 : f32
    } -> tensor<96x32xf32>
    %3 = tensor.empty() : tensor<4x96x32xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice, %1 : tensor<4x96x32xf32>, tensor<96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.mulf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_1, %2 : tensor<4x96x32xf32>, tensor<96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.mulf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %5 : tensor<4x96x32xf32>, tensor<4x96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.subf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice, %2 : tensor<4x96x32xf32>, tensor<96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.mulf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_1, %1 : tensor<4x96x32xf32>, tensor<96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.mulf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %8 : tensor<4x96x32xf32>, tensor<4x96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.addf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %concat = tensor.concat dim(2) %6, %9 : (tensor<4x96x32xf32>, tensor<4x96x32xf32>) -> tensor<4x96x64xf32>
    %extracted_slice_2 = tensor.extract_slice %arg1[0, 0, 0] [4, 96, 32] [1, 1, 1] : tensor<4x96x64xf32> to tensor<4x96x32xf32>
    %extracted_slice_3 = tensor.extract_slice %arg1[0, 0, 32] [4, 96, 32] [1, 1, 1] : tensor<4x96x64xf32> to tensor<4x96x32xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_2, %1 : tensor<4x96x32xf32>, tensor<96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.mulf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_3, %2 : tensor<4x96x32xf32>, tensor<96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.mulf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %11 : tensor<4x96x32xf32>, tensor<4x96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.subf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_2, %2 : tensor<4x96x32xf32>, tensor<96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.mulf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_3, %1 : tensor<4x96x32xf32>, tensor<96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.mulf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %14 : tensor<4x96x32xf32>, tensor<4x96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %21 = arith.addf %in, %in_5 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x32xf32>
    %concat_4 = tensor.concat dim(2) %12, %15 : (tensor<4x96x32xf32>, tensor<4x96x32xf32>) -> tensor<4x96x64xf32>
    %16 = tensor.empty() : tensor<4x64x96xf32>
    %transposed = linalg.transpose ins(%concat_4 : tensor<4x96x64xf32>) outs(%16 : tensor<4x64x96xf32>) permutation = [0, 2, 1] 
    %17 = tensor.empty() : tensor<4x96x96xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<4x96x96xf32>) -> tensor<4x96x96xf32>
    %19 = linalg.batch_matmul ins(%concat, %transposed : tensor<4x96x64xf32>, tensor<4x64x96xf32>) outs(%18 : tensor<4x96x96xf32>) -> tensor<4x96x96xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<4x96x96xf32>) outs(%17 : tensor<4x96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = arith.divf %in, %cst_0 : f32
      linalg.yield %21 : f32
    } -> tensor<4x96x96xf32>
    return %20 : tensor<4x96x96xf32>
  }
}
