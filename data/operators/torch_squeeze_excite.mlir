// torch_squeeze_excite
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<4x16x64x64xf32>, %arg1: tensor<16x4xf32>, %arg2: tensor<4x16xf32>) -> tensor<4x16x64x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 4.096000e+03 : f32
    %0 = tensor.empty() : tensor<4x16xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%arg0 : tensor<4x16x64x64xf32>) outs(%1 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.addf %in, %out : f32
      linalg.yield %12 : f32
    } -> tensor<4x16xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<4x16xf32>) outs(%0 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.divf %in, %cst_1 : f32
      linalg.yield %12 : f32
    } -> tensor<4x16xf32>
    %4 = tensor.empty() : tensor<4x4xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = linalg.matmul ins(%3, %arg1 : tensor<4x16xf32>, tensor<16x4xf32>) outs(%5 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<4x4xf32>) outs(%4 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.cmpf ugt, %in, %cst : f32
      %13 = arith.select %12, %in, %cst : f32
      linalg.yield %13 : f32
    } -> tensor<4x4xf32>
    %8 = linalg.matmul ins(%7, %arg2 : tensor<4x4xf32>, tensor<4x16xf32>) outs(%1 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<4x16xf32>) outs(%0 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.negf %in : f32
      %13 = math.exp %12 : f32
      %14 = arith.addf %13, %cst_0 : f32
      %15 = arith.divf %cst_0, %14 : f32
      linalg.yield %15 : f32
    } -> tensor<4x16xf32>
    %expanded = tensor.expand_shape %9 [[0], [1, 2, 3]] output_shape [4, 16, 1, 1] : tensor<4x16xf32> into tensor<4x16x1x1xf32>
    %10 = tensor.empty() : tensor<4x16x64x64xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %expanded : tensor<4x16x64x64xf32>, tensor<4x16x1x1xf32>) outs(%10 : tensor<4x16x64x64xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %12 = arith.mulf %in, %in_2 : f32
      linalg.yield %12 : f32
    } -> tensor<4x16x64x64xf32>
    return %11 : tensor<4x16x64x64xf32>
  }
}
