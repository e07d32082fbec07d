// torch_matmul_lower
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<160x160xf32>, %arg1: tensor<160x160xf32>) -> tensor<160x160xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<160xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<160xi64>) {
    ^bb0(%out: i64):
      %12 = linalg.index 0 : index
      %13 = arith.index_cast %12 : index to i64
      linalg.yield %13 : i64
    } -> tensor<160xi64>
    %expanded = tensor.expand_shape %1 [[0, 1]] output_shape [1, 160] : tensor<160xi64> into tensor<1x160xi64>
    %expanded_1 = tensor.expand_shape %1 [[0, 1]] output_shape [160, 1] : tensor<160xi64> into tensor<160x1xi64>
    %2 = tensor.empty() : tensor<160x160xi64>
    %3 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded, %expanded_1 : tensor<1x160xi64>, tensor<160x1xi64>) outs(%2 : tensor<160x160xi64>) {
    ^bb0(%in: i64, %in_2: i64, %out: i64):
      %12 = arith.subi %in, %in_2 : i64
      linalg.yield %12 : i64
    } -> tensor<160x160xi64>
    %4 = tensor.empty() : tensor<160x160xi1>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<160x160xi64>) outs(%4 : tensor<160x160xi1>) {
    ^bb0(%in: i64, %out: i1):
      %12 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %12 : i1
    } -> tensor<160x160xi1>
    %6 = tensor.empty() : tensor<160x160xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%5, %arg0, %cst_0 : tensor<160x160xi1>, tensor<160x160xf32>, tensor<f32>) outs(%6 : tensor<160x160xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %12 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %12 : f32
    } -> tensor<160x160xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%5, %arg1, %cst_0 : tensor<160x160xi1>, tensor<160x160xf32>, tensor<f32>) outs(%6 : tensor<160x160xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %12 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %12 : f32
    } -> tensor<160x160xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%6 : tensor<160x160xf32>) -> tensor<160x160xf32>
    %10 = linalg.matmul ins(%7, %8 : tensor<160x160xf32>, tensor<160x160xf32>) outs(%9 : tensor<160x160xf32>) -> tensor<160x160xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%5, %10, %cst_0 : tensor<160x160xi1>, tensor<160x160xf32>, tensor<f32>) outs(%6 : tensor<160x160xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %12 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %12 : f32
    } -> tensor<160x160xf32>
    return %11 : tensor<160x160xf32>
  }
}
