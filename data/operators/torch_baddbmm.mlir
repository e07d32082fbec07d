// torch_baddbmm
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<6x80x64xf32>, %arg1: tensor<6x80x96xf32>, %arg2: tensor<6x96x64xf32>) -> tensor<6x80x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<6x80x64xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<6x80x64xf32>) -> tensor<6x80x64xf32>
    %2 = linalg.batch_matmul ins(%arg1, %arg2 : tensor<6x80x96xf32>, tensor<6x96x64xf32>) outs(%1 : tensor<6x80x64xf32>) -> tensor<6x80x64xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %2 : tensor<6x80x64xf32>, tensor<6x80x64xf32>) outs(%0 : tensor<6x80x64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %4 = arith.addf %in, %in_0 : f32
      linalg.yield %4 : f32
    } -> tensor<6x80x64xf32>
    return %3 : tensor<6x80x64xf32>
  }
}
