// torch_linear_hardtanh_mean
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<192x256xf32>, %arg2: tensor<192xf32>) -> tensor<128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<-1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 1.920000e+02 : f32
    %0 = tensor.empty() : tensor<256x192xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<192x256xf32>) outs(%0 : tensor<256x192xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<128x192xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<128x256xf32>, tensor<256x192xf32>) outs(%2 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %arg2 : tensor<128x192xf32>, tensor<192xf32>) outs(%1 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %11 = arith.addf %in, %in_3 : f32
      linalg.yield %11 : f32
    } -> tensor<128x192xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %cst_1 : tensor<128x192xf32>, tensor<f32>) outs(%1 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %11 = arith.cmpf ogt, %in, %in_3 : f32
      %12 = arith.select %11, %in, %in_3 : f32
      linalg.yield %12 : f32
    } -> tensor<128x192xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0, %5 : tensor<f32>, tensor<128x192xf32>) outs(%1 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %11 = arith.cmpf olt, %in, %in_3 : f32
      %12 = arith.select %11, %in, %in_3 : f32
      linalg.yield %12 : f32
    } -> tensor<128x192xf32>
    %7 = tensor.empty() : tensor<128xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<128xf32>) -> tensor<128xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<128x192xf32>) outs(%8 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.addf %in, %out : f32
      linalg.yield %11 : f32
    } -> tensor<128xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%9 : tensor<128xf32>) outs(%7 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.divf %in, %cst_2 : f32
      linalg.yield %11 : f32
    } -> tensor<128xf32>
    return %10 : tensor<128xf32>
  }
}
