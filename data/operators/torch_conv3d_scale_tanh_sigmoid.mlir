// torch_conv3d_scale_tanh_sigmoid
#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d1, 0, 0, 0)>
module {
  func.func @main(%arg0: tensor<1x4x12x20x20xf32>, %arg1: tensor<16x4x3x3x3xf32>, %arg2: tensor<16x1x1x1xf32>, %arg3: tensor<16x1x1x1xf32>) -> tensor<1x16x10x18x18xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x16x10x18x18xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x16x10x18x18xf32>) -> tensor<1x16x10x18x18xf32>
    %2 = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>} ins(%arg0, %arg1 : tensor<1x4x12x20x20xf32>, tensor<16x4x3x3x3xf32>) outs(%1 : tensor<1x16x10x18x18xf32>) -> tensor<1x16x10x18x18xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%2, %arg2 : tensor<1x16x10x18x18xf32>, tensor<16x1x1x1xf32>) outs(%0 : tensor<1x16x10x18x18xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %7 = arith.mulf %in, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<1x16x10x18x18xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x16x10x18x18xf32>) outs(%0 : tensor<1x16x10x18x18xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = math.tanh %in : f32
      linalg.yield %7 : f32
    } -> tensor<1x16x10x18x18xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%4, %arg3 : tensor<1x16x10x18x18xf32>, tensor<16x1x1x1xf32>) outs(%0 : tensor<1x16x10x18x18xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %7 = arith.mulf %in, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<1x16x10x18x18xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<1x16x10x18x18xf32>) outs(%0 : tensor<1x16x10x18x18xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.negf %in : f32
      %8 = math.exp %7 : f32
      %9 = arith.addf %8, %cst_0 : f32
      %10 = arith.divf %cst_0, %9 : f32
      linalg.yield %10 : f32
    } -> tensor<1x16x10x18x18xf32>
    return %6 : tensor<1x16x10x18x18xf32>
  }
}
