// torch_avg_pool3d
#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
module {
  func.func @main(%arg0: tensor<1x16x16x32x32xf32>) -> tensor<1x16x8x16x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 2.700000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1, 1] high[0, 0, 1, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x16x16x32x32xf32> to tensor<1x16x18x34x34xf32>
    %0 = tensor.empty() : tensor<3x3x3xf32>
    %1 = tensor.empty() : tensor<1x18x34x34x16xf32>
    %transposed = linalg.transpose ins(%padded : tensor<1x16x18x34x34xf32>) outs(%1 : tensor<1x18x34x34x16xf32>) permutation = [0, 2, 3, 4, 1] 
    %2 = tensor.empty() : tensor<1x8x16x16x16xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x8x16x16x16xf32>) -> tensor<1x8x16x16x16xf32>
    %4 = linalg.pooling_ndhwc_sum {dilations = dense<1> : vector<3xi64>, strides = dense<2> : vector<3xi64>} ins(%transposed, %0 : tensor<1x18x34x34x16xf32>, tensor<3x3x3xf32>) outs(%3 : tensor<1x8x16x16x16xf32>) -> tensor<1x8x16x16x16xf32>
    %5 = tensor.empty() : tensor<1x16x8x16x16xf32>
    %transposed_1 = linalg.transpose ins(%4 : tensor<1x8x16x16x16xf32>) outs(%5 : tensor<1x16x8x16x16xf32>) permutation = [0, 4, 1, 2, 3] 
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_1 : tensor<1x16x8x16x16xf32>) outs(%5 : tensor<1x16x8x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.divf %in, %cst_0 : f32
      linalg.yield %7 : f32
    } -> tensor<1x16x8x16x16xf32>
    return %6 : tensor<1x16x8x16x16xf32>
  }
}
