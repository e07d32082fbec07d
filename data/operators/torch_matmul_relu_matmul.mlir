// torch_matmul_relu_matmul
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x192xf32>, %arg2: tensor<192xf32>, %arg3: tensor<192x160xf32>) -> tensor<128x160xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x192xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg2 : tensor<128x192xf32>, tensor<192xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<128x192xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<128x192xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.cmpf ugt, %in, %cst : f32
      %9 = arith.select %8, %in, %cst : f32
      linalg.yield %9 : f32
    } -> tensor<128x192xf32>
    %5 = tensor.empty() : tensor<128x160xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<128x160xf32>) -> tensor<128x160xf32>
    %7 = linalg.matmul ins(%4, %arg3 : tensor<128x192xf32>, tensor<192x160xf32>) outs(%6 : tensor<128x160xf32>) -> tensor<128x160xf32>
    return %7 : tensor<128x160xf32>
  }
}
