// torch_l1_norm
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.024000e+03 : f32
    %0 = tensor.empty() : tensor<1024x1024xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1024x1024xf32>) outs(%0 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = math.absf %in : f32
      linalg.yield %7 : f32
    } -> tensor<1024x1024xf32>
    %2 = tensor.empty() : tensor<1024x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1024x1xf32>) -> tensor<1024x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<1024x1024xf32>) outs(%3 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.addf %in, %out : f32
      linalg.yield %7 : f32
    } -> tensor<1024x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1024x1xf32>) outs(%2 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.divf %in, %cst_0 : f32
      linalg.yield %7 : f32
    } -> tensor<1024x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %5 : tensor<1024x1024xf32>, tensor<1024x1xf32>) outs(%0 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %7 = arith.divf %in, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<1024x1024xf32>
    return %6 : tensor<1024x1024xf32>
  }
}
