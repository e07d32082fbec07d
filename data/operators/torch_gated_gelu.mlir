// torch_gated_gelu
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<256x1024xf32>, %arg1: tensor<1024xf32>) -> tensor<256x512xf32> {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 5.000000e-01 : f32
    %cst_1 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<256x1024xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<256x1024xf32>, tensor<1024xf32>) outs(%0 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %5 = arith.addf %in, %in_3 : f32
      linalg.yield %5 : f32
    } -> tensor<256x1024xf32>
    %extracted_slice = tensor.extract_slice %1[0, 0] [256, 512] [1, 1] : tensor<256x1024xf32> to tensor<256x512xf32>
    %extracted_slice_2 = tensor.extract_slice %1[0, 512] [256, 512] [1, 1] : tensor<256x1024xf32> to tensor<256x512xf32>
    %2 = tensor.empty() : tensor<256x512xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<256x512xf32>) outs(%2 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %5 = arith.divf %in, %cst_1 : f32
      %6 = math.erf %5 : f32
      %7 = arith.addf %6, %cst : f32
      %8 = arith.mulf %7, %cst_0 : f32
      %9 = arith.mulf %in, %8 : f32
      linalg.yield %9 : f32
    } -> tensor<256x512xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %extracted_slice_2 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%2 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %5 = arith.mulf %in, %in_3 : f32
      linalg.yield %5 : f32
    } -> tensor<256x512xf32>
    return %4 : tensor<256x512xf32>
  }
}
