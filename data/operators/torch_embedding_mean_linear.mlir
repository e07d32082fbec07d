// torch_embedding_mean_linear
#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<64x32xi64>, %arg1: tensor<500x128xf32>, %arg2: tensor<128x64xf32>) -> tensor<64x64xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c500_i64 = arith.constant 500 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 3.200000e+01 : f32
    %0 = tensor.empty() : tensor<64x32x128xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<64x32xi64>) outs(%0 : tensor<64x32x128xf32>) {
    ^bb0(%in: i64, %out: f32):
      %9 = arith.cmpi slt, %in, %c0_i64 : i64
      %10 = arith.addi %in, %c500_i64 : i64
      %11 = arith.select %9, %10, %in : i64
      %12 = arith.index_cast %11 : i64 to index
      %13 = linalg.index 2 : index
      %extracted = tensor.extract %arg1[%12, %13] : tensor<500x128xf32>
      linalg.yield %extracted : f32
    } -> tensor<64x32x128xf32>
    %2 = tensor.empty() : tensor<64x128xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction", "parallel"]} ins(%1 : tensor<64x32x128xf32>) outs(%3 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.addf %in, %out : f32
      linalg.yield %9 : f32
    } -> tensor<64x128xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<64x128xf32>) outs(%2 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.divf %in, %cst_0 : f32
      linalg.yield %9 : f32
    } -> tensor<64x128xf32>
    %6 = tensor.empty() : tensor<64x64xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %8 = linalg.matmul ins(%5, %arg2 : tensor<64x128xf32>, tensor<128x64xf32>) outs(%7 : tensor<64x64xf32>) -> tensor<64x64xf32>
    return %8 : tensor<64x64xf32>
  }
}
