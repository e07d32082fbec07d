// torch_matmul_symmetric
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<160x160xf32>, %arg1: tensor<160x160xf32>) -> tensor<160x160xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<160x160xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<160x160xf32>) outs(%0 : tensor<160x160xf32>) permutation = [1, 0] 
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %transposed : tensor<160x160xf32>, tensor<160x160xf32>) outs(%0 : tensor<160x160xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %5 = arith.addf %in, %in_1 : f32
      linalg.yield %5 : f32
    } -> tensor<160x160xf32>
    %transposed_0 = linalg.transpose ins(%arg1 : tensor<160x160xf32>) outs(%0 : tensor<160x160xf32>) permutation = [1, 0] 
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %transposed_0 : tensor<160x160xf32>, tensor<160x160xf32>) outs(%0 : tensor<160x160xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %5 = arith.addf %in, %in_1 : f32
      linalg.yield %5 : f32
    } -> tensor<160x160xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%0 : tensor<160x160xf32>) -> tensor<160x160xf32>
    %4 = linalg.matmul ins(%1, %2 : tensor<160x160xf32>, tensor<160x160xf32>) outs(%3 : tensor<160x160xf32>) -> tensor<160x160xf32>
    return %4 : tensor<160x160xf32>
  }
}
