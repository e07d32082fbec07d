// tosa_reshape.mlir, lowered as the message says: the shape is left, and nothing uses it
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @f(%arg0: tensor<2x12xf32>) -> tensor<4x6xf32> {
    %0 = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<2x12xf32> into tensor<24xf32>
    %expanded = tensor.expand_shape %collapsed [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
    %1 = tensor.empty() : tensor<4x6xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<4x6xf32>) outs(%1 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = math.tanh %in : f32
      linalg.yield %3 : f32
    } -> tensor<4x6xf32>
    return %2 : tensor<4x6xf32>
  }
}

