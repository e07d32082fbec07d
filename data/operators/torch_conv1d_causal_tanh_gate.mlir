// torch_conv1d_causal_tanh_gate
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<1x32x512xf32>, %arg1: tensor<32x32x5xf32>, %arg2: tensor<32x32x5xf32>) -> tensor<1x32x512xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 4] high[0, 0, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x32x512xf32> to tensor<1x32x516xf32>
    %0 = tensor.empty() : tensor<1x32x512xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x512xf32>) -> tensor<1x32x512xf32>
    %2 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded, %arg1 : tensor<1x32x516xf32>, tensor<32x32x5xf32>) outs(%1 : tensor<1x32x512xf32>) -> tensor<1x32x512xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<1x32x512xf32>) outs(%0 : tensor<1x32x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = math.tanh %in : f32
      linalg.yield %7 : f32
    } -> tensor<1x32x512xf32>
    %4 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded, %arg2 : tensor<1x32x516xf32>, tensor<32x32x5xf32>) outs(%1 : tensor<1x32x512xf32>) -> tensor<1x32x512xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x32x512xf32>) outs(%0 : tensor<1x32x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.negf %in : f32
      %8 = math.exp %7 : f32
      %9 = arith.addf %8, %cst_0 : f32
      %10 = arith.divf %cst_0, %9 : f32
      linalg.yield %10 : f32
    } -> tensor<1x32x512xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %5 : tensor<1x32x512xf32>, tensor<1x32x512xf32>) outs(%0 : tensor<1x32x512xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %7 = arith.mulf %in, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<1x32x512xf32>
    return %6 : tensor<1x32x512xf32>
  }
}
