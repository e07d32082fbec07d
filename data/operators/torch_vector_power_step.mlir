// torch_vector_power_step
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<768x768xf32>, %arg1: tensor<768xf32>) -> tensor<768xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 2.000000e+00 : f32
    %cst_1 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<768x768xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<768x768xf32>, tensor<768xf32>) outs(%0 : tensor<768x768xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %10 = arith.mulf %in, %in_2 : f32
      linalg.yield %10 : f32
    } -> tensor<768x768xf32>
    %2 = tensor.empty() : tensor<768xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<768xf32>) -> tensor<768xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<768x768xf32>) outs(%3 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.addf %in, %out : f32
      linalg.yield %10 : f32
    } -> tensor<768xf32>
    %5 = tensor.empty() : tensor<f32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<f32>) -> tensor<f32>
    %7 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%4 : tensor<768xf32>) outs(%6 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = math.absf %in : f32
      %11 = math.powf %10, %cst_0 : f32
      %12 = arith.addf %11, %out : f32
      linalg.yield %12 : f32
    } -> tensor<f32>
    %8 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%7 : tensor<f32>) outs(%5 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = math.powf %in, %cst_1 : f32
      linalg.yield %10 : f32
    } -> tensor<f32>
    %9 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel"]} ins(%4, %8 : tensor<768xf32>, tensor<f32>) outs(%2 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %10 = arith.divf %in, %in_2 : f32
      linalg.yield %10 : f32
    } -> tensor<768xf32>
    return %9 : tensor<768xf32>
  }
}
