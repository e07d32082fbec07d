// torch_bilinear
#map = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, 0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<24x48xf32>, %arg1: tensor<24x40xf32>, %arg2: tensor<32x48x40xf32>) -> tensor<24x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %expanded = tensor.expand_shape %arg0 [[0], [1, 2, 3]] output_shape [24, 1, 48, 1] : tensor<24x48xf32> into tensor<24x1x48x1xf32>
    %expanded_0 = tensor.expand_shape %arg2 [[0, 1], [2], [3]] output_shape [1, 32, 48, 40] : tensor<32x48x40xf32> into tensor<1x32x48x40xf32>
    %expanded_1 = tensor.expand_shape %arg1 [[0], [1, 2, 3]] output_shape [24, 1, 1, 40] : tensor<24x40xf32> into tensor<24x1x1x40xf32>
    %0 = tensor.empty() : tensor<24x32x48x40xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_0 : tensor<24x1x48x1xf32>, tensor<1x32x48x40xf32>) outs(%0 : tensor<24x32x48x40xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %9 = arith.mulf %in, %in_2 : f32
      linalg.yield %9 : f32
    } -> tensor<24x32x48x40xf32>
    %2 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %expanded_1 : tensor<24x32x48x40xf32>, tensor<24x1x1x40xf32>) outs(%0 : tensor<24x32x48x40xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %9 = arith.mulf %in, %in_2 : f32
      linalg.yield %9 : f32
    } -> tensor<24x32x48x40xf32>
    %3 = tensor.empty() : tensor<24x32x48xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<24x32x48xf32>) -> tensor<24x32x48xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%2 : tensor<24x32x48x40xf32>) outs(%4 : tensor<24x32x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.addf %in, %out : f32
      linalg.yield %9 : f32
    } -> tensor<24x32x48xf32>
    %6 = tensor.empty() : tensor<24x32xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %8 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%5 : tensor<24x32x48xf32>) outs(%7 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.addf %in, %out : f32
      linalg.yield %9 : f32
    } -> tensor<24x32xf32>
    return %8 : tensor<24x32xf32>
  }
}
