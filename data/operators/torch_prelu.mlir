// torch_prelu
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<4x16x64x64xf32>, %arg1: tensor<16xf32>) -> tensor<4x16x64x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %expanded = tensor.expand_shape %arg1 [[0, 1, 2, 3]] output_shape [1, 16, 1, 1] : tensor<16xf32> into tensor<1x16x1x1xf32>
    %0 = tensor.empty() : tensor<4x16x64x64xi1>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<4x16x64x64xf32>) outs(%0 : tensor<4x16x64x64xi1>) {
    ^bb0(%in: f32, %out: i1):
      %5 = arith.cmpf ogt, %in, %cst : f32
      linalg.yield %5 : i1
    } -> tensor<4x16x64x64xi1>
    %2 = tensor.empty() : tensor<4x16x64x64xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %arg0 : tensor<1x16x1x1xf32>, tensor<4x16x64x64xf32>) outs(%2 : tensor<4x16x64x64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<4x16x64x64xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %arg0, %3 : tensor<4x16x64x64xi1>, tensor<4x16x64x64xf32>, tensor<4x16x64x64xf32>) outs(%2 : tensor<4x16x64x64xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %5 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %5 : f32
    } -> tensor<4x16x64x64xf32>
    return %4 : tensor<4x16x64x64xf32>
  }
}
