// torch_matmul_pool_add
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x192xf32>, %arg2: tensor<48xf32>) -> tensor<128x48xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 4.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x192xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %expanded = tensor.expand_shape %2 [[0], [1, 2, 3]] output_shape [128, 1, 1, 192] : tensor<128x192xf32> into tensor<128x1x1x192xf32>
    %3 = tensor.empty() : tensor<128x1x1x48xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<128x1x1x48xf32>) -> tensor<128x1x1x48xf32>
    %5 = tensor.empty() : tensor<1x4xf32>
    %6 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<[1, 4]> : vector<2xi64>} ins(%expanded, %5 : tensor<128x1x1x192xf32>, tensor<1x4xf32>) outs(%4 : tensor<128x1x1x48xf32>) -> tensor<128x1x1x48xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<128x1x1x48xf32>) outs(%3 : tensor<128x1x1x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.divf %in, %cst_0 : f32
      linalg.yield %10 : f32
    } -> tensor<128x1x1x48xf32>
    %collapsed = tensor.collapse_shape %7 [[0, 1, 2], [3]] : tensor<128x1x1x48xf32> into tensor<128x48xf32>
    %8 = tensor.empty() : tensor<128x48xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %arg2 : tensor<128x48xf32>, tensor<48xf32>) outs(%8 : tensor<128x48xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %10 = arith.addf %in, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<128x48xf32>
    return %9 : tensor<128x48xf32>
  }
}
