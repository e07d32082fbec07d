// torch_matmul_best_three
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x192xf32>) -> tensor<128x3xi64> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x192xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %3 = tensor.empty() : tensor<128x192xi64>
    %4 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%3 : tensor<128x192xi64>) {
    ^bb0(%out: i64):
      %6 = linalg.index 1 : index
      %7 = arith.index_cast %6 : index to i64
      linalg.yield %7 : i64
    } -> tensor<128x192xi64>
    %5:2 = tm_tensor.sort dimension(1) outs(%2, %4 : tensor<128x192xf32>, tensor<128x192xi64>) {
    ^bb0(%arg2: f32, %arg3: f32, %arg4: i64, %arg5: i64):
      %6 = arith.cmpf oge, %arg2, %arg3 : f32
      tm_tensor.yield %6 : i1
    } -> tensor<128x192xf32>, tensor<128x192xi64>
    %extracted_slice = tensor.extract_slice %5#1[0, 0] [128, 3] [1, 1] : tensor<128x192xi64> to tensor<128x3xi64>
    return %extracted_slice : tensor<128x3xi64>
  }
}
