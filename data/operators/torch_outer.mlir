// torch_outer
#map = affine_map<(d0, d1) -> (d0, 0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<1280xf32>, %arg1: tensor<1024xf32>) -> tensor<1280x1024xf32> {
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [1280, 1] : tensor<1280xf32> into tensor<1280x1xf32>
    %0 = tensor.empty() : tensor<1280x1024xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%expanded, %arg1 : tensor<1280x1xf32>, tensor<1024xf32>) outs(%0 : tensor<1280x1024xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %2 = arith.mulf %in, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<1280x1024xf32>
    return %1 : tensor<1280x1024xf32>
  }
}
