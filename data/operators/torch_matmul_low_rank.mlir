// torch_matmul_low_rank
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x192xf32>, %arg2: tensor<256x8xf32>, %arg3: tensor<8x192xf32>) -> tensor<128x192xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x192xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %3 = tensor.empty() : tensor<128x8xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<128x8xf32>) -> tensor<128x8xf32>
    %5 = linalg.matmul ins(%arg0, %arg2 : tensor<128x256xf32>, tensor<256x8xf32>) outs(%4 : tensor<128x8xf32>) -> tensor<128x8xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<128x8xf32>) outs(%3 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.mulf %in, %cst_0 : f32
      linalg.yield %9 : f32
    } -> tensor<128x8xf32>
    %7 = linalg.matmul ins(%6, %arg3 : tensor<128x8xf32>, tensor<8x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %7 : tensor<128x192xf32>, tensor<128x192xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %9 = arith.addf %in, %in_1 : f32
      linalg.yield %9 : f32
    } -> tensor<128x192xf32>
    return %8 : tensor<128x192xf32>
  }
}
