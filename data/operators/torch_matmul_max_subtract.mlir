// torch_matmul_max_subtract
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x192xf32>) -> tensor<128x192xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<128x192xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %3 = tensor.empty() : tensor<128xi64>
    %4 = linalg.fill ins(%c0_i64 : i64) outs(%3 : tensor<128xi64>) -> tensor<128xi64>
    %5 = tensor.empty() : tensor<128xf32>
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<128xf32>) -> tensor<128xf32>
    %7:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<128x192xf32>) outs(%6, %4 : tensor<128xf32>, tensor<128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %9 = linalg.index 1 : index
      %10 = arith.index_cast %9 : index to i64
      %11 = arith.maximumf %in, %out : f32
      %12 = arith.cmpf ogt, %in, %out : f32
      %13 = arith.select %12, %10, %out_1 : i64
      linalg.yield %11, %13 : f32, i64
    } -> (tensor<128xf32>, tensor<128xi64>)
    %expanded = tensor.expand_shape %7#0 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %expanded : tensor<128x192xf32>, tensor<128x1xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %9 = arith.subf %in, %in_1 : f32
      linalg.yield %9 : f32
    } -> tensor<128x192xf32>
    return %8 : tensor<128x192xf32>
  }
}
