// torch_cumsum_reversed
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<256x512xf32>) -> tensor<256x512xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c511 = arith.constant 511 : index
    %0 = tensor.empty() : tensor<256x512xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<256x512xf32>) outs(%1 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = linalg.index 0 : index
      %8 = linalg.index 1 : index
      %9 = arith.subi %c511, %8 : index
      %extracted = tensor.extract %arg0[%7, %9] : tensor<256x512xf32>
      linalg.yield %extracted : f32
    } -> tensor<256x512xf32>
    %3 = tensor.empty() : tensor<256xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<256xf32>) -> tensor<256xf32>
    %5:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%2 : tensor<256x512xf32>) outs(%1, %4 : tensor<256x512xf32>, tensor<256xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %7 = arith.addf %arg1, %arg2 : f32
      tm_tensor.yield %7 : f32
    } -> tensor<256x512xf32>, tensor<256xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5#0 : tensor<256x512xf32>) outs(%1 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = linalg.index 0 : index
      %8 = linalg.index 1 : index
      %9 = arith.subi %c511, %8 : index
      %extracted = tensor.extract %5#0[%7, %9] : tensor<256x512xf32>
      linalg.yield %extracted : f32
    } -> tensor<256x512xf32>
    return %6 : tensor<256x512xf32>
  }
}
