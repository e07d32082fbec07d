// torch_covariance
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<512x128xf32>) -> tensor<128x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 5.120000e+02 : f32
    %cst_1 = arith.constant 5.110000e+02 : f32
    %0 = tensor.empty() : tensor<128xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128xf32>) -> tensor<128xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<512x128xf32>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.addf %in, %out : f32
      linalg.yield %11 : f32
    } -> tensor<128xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%2 : tensor<128xf32>) outs(%0 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.divf %in, %cst_0 : f32
      linalg.yield %11 : f32
    } -> tensor<128xf32>
    %4 = tensor.empty() : tensor<512x128xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %3 : tensor<512x128xf32>, tensor<128xf32>) outs(%4 : tensor<512x128xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %11 = arith.subf %in, %in_2 : f32
      linalg.yield %11 : f32
    } -> tensor<512x128xf32>
    %6 = tensor.empty() : tensor<128x512xf32>
    %transposed = linalg.transpose ins(%5 : tensor<512x128xf32>) outs(%6 : tensor<128x512xf32>) permutation = [1, 0] 
    %7 = tensor.empty() : tensor<128x128xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %9 = linalg.matmul ins(%transposed, %5 : tensor<128x512xf32>, tensor<512x128xf32>) outs(%8 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.divf %in, %cst_1 : f32
      linalg.yield %11 : f32
    } -> tensor<128x128xf32>
    return %10 : tensor<128x128xf32>
  }
}
