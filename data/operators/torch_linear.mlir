// torch_linear
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<320x256xf32>, %arg2: tensor<320xf32>) -> tensor<128x320xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<256x320xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<320x256xf32>) outs(%0 : tensor<256x320xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<128x320xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<128x320xf32>) -> tensor<128x320xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<128x256xf32>, tensor<256x320xf32>) outs(%2 : tensor<128x320xf32>) -> tensor<128x320xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %arg2 : tensor<128x320xf32>, tensor<320xf32>) outs(%1 : tensor<128x320xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.addf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<128x320xf32>
    return %4 : tensor<128x320xf32>
  }
}
