// torch_matmul_diagonal
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<192xf32>, %arg1: tensor<192x160xf32>) -> tensor<192x160xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [1, 192] : tensor<192xf32> into tensor<1x192xf32>
    %0 = tensor.empty() : tensor<192xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<192xi64>) {
    ^bb0(%out: i64):
      %9 = linalg.index 0 : index
      %10 = arith.index_cast %9 : index to i64
      linalg.yield %10 : i64
    } -> tensor<192xi64>
    %expanded_1 = tensor.expand_shape %1 [[0, 1]] output_shape [192, 1] : tensor<192xi64> into tensor<192x1xi64>
    %2 = tensor.empty() : tensor<192x192xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%1, %expanded_1 : tensor<192xi64>, tensor<192x1xi64>) outs(%2 : tensor<192x192xi1>) {
    ^bb0(%in: i64, %in_2: i64, %out: i1):
      %9 = arith.cmpi eq, %in, %in_2 : i64
      linalg.yield %9 : i1
    } -> tensor<192x192xi1>
    %4 = tensor.empty() : tensor<192x192xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map4, #map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%3, %expanded, %cst_0 : tensor<192x192xi1>, tensor<1x192xf32>, tensor<f32>) outs(%4 : tensor<192x192xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %9 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %9 : f32
    } -> tensor<192x192xf32>
    %6 = tensor.empty() : tensor<192x160xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<192x160xf32>) -> tensor<192x160xf32>
    %8 = linalg.matmul ins(%5, %arg1 : tensor<192x192xf32>, tensor<192x160xf32>) outs(%7 : tensor<192x160xf32>) -> tensor<192x160xf32>
    return %8 : tensor<192x160xf32>
  }
}
