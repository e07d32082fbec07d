// torch_matmul_clip_norm
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x192xf32>) -> tensor<128x192xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 2.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 9.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x192xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %3 = tensor.empty() : tensor<f32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<f32>) -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%2 : tensor<128x192xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = math.absf %in : f32
      %12 = math.powf %11, %cst_1 : f32
      %13 = arith.addf %12, %out : f32
      linalg.yield %13 : f32
    } -> tensor<f32>
    %6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%5 : tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = math.powf %in, %cst_2 : f32
      linalg.yield %11 : f32
    } -> tensor<f32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%6 : tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.cmpf one, %in, %cst : f32
      cf.assert %11, "unimplemented: tensor with zero element"
      %12 = arith.divf %cst_0, %in : f32
      linalg.yield %12 : f32
    } -> tensor<f32>
    %8 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%7 : tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.mulf %in, %cst_3 : f32
      linalg.yield %11 : f32
    } -> tensor<f32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%8 : tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.cmpf ugt, %in, %cst_0 : f32
      %12 = arith.select %11, %cst_0, %in : f32
      linalg.yield %12 : f32
    } -> tensor<f32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %9 : tensor<128x192xf32>, tensor<f32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %11 = arith.mulf %in, %in_4 : f32
      linalg.yield %11 : f32
    } -> tensor<128x192xf32>
    return %10 : tensor<128x192xf32>
  }
}
