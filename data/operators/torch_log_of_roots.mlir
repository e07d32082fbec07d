// torch_log_of_roots
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<256x1024xf32>) -> tensor<256x1024xf32> {
    %0 = tensor.empty() : tensor<256x1024xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<256x1024xf32>) outs(%0 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = math.sqrt %in : f32
      linalg.yield %3 : f32
    } -> tensor<256x1024xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<256x1024xf32>) outs(%0 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = math.log %in : f32
      linalg.yield %3 : f32
    } -> tensor<256x1024xf32>
    return %2 : tensor<256x1024xf32>
  }
}
