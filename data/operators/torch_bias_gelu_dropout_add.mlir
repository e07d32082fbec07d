// torch_bias_gelu_dropout_add
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<256x768xf32>, %arg1: tensor<768xf32>, %arg2: tensor<256x768xf32>) -> tensor<256x768xf32> {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 5.000000e-01 : f32
    %cst_1 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<256x768xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<256x768xf32>, tensor<768xf32>) outs(%0 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %4 = arith.addf %in, %in_2 : f32
      linalg.yield %4 : f32
    } -> tensor<256x768xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<256x768xf32>) outs(%0 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.divf %in, %cst_1 : f32
      %5 = math.erf %4 : f32
      %6 = arith.addf %5, %cst : f32
      %7 = arith.mulf %6, %cst_0 : f32
      %8 = arith.mulf %in, %7 : f32
      linalg.yield %8 : f32
    } -> tensor<256x768xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg2 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%0 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %4 = arith.addf %in, %in_2 : f32
      linalg.yield %4 : f32
    } -> tensor<256x768xf32>
    return %3 : tensor<256x768xf32>
  }
}
