// torch_cumsum_masked
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<256x512xf32>, %arg1: tensor<256x512xi1>) -> tensor<256x512xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<256x512xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<256x512xf32>, tensor<256x512xi1>) outs(%0 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_0: i1, %out: f32):
      %6 = arith.uitofp %in_0 : i1 to f32
      %7 = arith.mulf %in, %6 : f32
      linalg.yield %7 : f32
    } -> tensor<256x512xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%0 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %3 = tensor.empty() : tensor<512xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<512xf32>) -> tensor<512xf32>
    %5:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%1 : tensor<256x512xf32>) outs(%2, %4 : tensor<256x512xf32>, tensor<512xf32>) {
    ^bb0(%arg2: f32, %arg3: f32):
      %6 = arith.addf %arg2, %arg3 : f32
      tm_tensor.yield %6 : f32
    } -> tensor<256x512xf32>, tensor<512xf32>
    return %5#0 : tensor<256x512xf32>
  }
}
