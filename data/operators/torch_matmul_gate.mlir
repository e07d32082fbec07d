// torch_matmul_gate
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x192xf32>, %arg2: tensor<256x192xf32>) -> tensor<128x192xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 1.600000e+01 : f32
    %0 = tensor.empty() : tensor<128x192xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<128x192xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.divf %in, %cst_1 : f32
      linalg.yield %8 : f32
    } -> tensor<128x192xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<128x192xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.negf %in : f32
      %9 = math.exp %8 : f32
      %10 = arith.addf %9, %cst_0 : f32
      %11 = arith.divf %cst_0, %10 : f32
      linalg.yield %11 : f32
    } -> tensor<128x192xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<128x192xf32>, tensor<128x192xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %8 = arith.mulf %in, %in_2 : f32
      linalg.yield %8 : f32
    } -> tensor<128x192xf32>
    %6 = linalg.matmul ins(%arg0, %arg2 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %6 : tensor<128x192xf32>, tensor<128x192xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %8 = arith.mulf %in, %in_2 : f32
      linalg.yield %8 : f32
    } -> tensor<128x192xf32>
    return %7 : tensor<128x192xf32>
  }
}
