// torch_conv_gate
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x16x30x30xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x32x32xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %extracted_slice = tensor.extract_slice %2[0, 0, 0, 0] [1, 16, 30, 30] [1, 1, 1, 1] : tensor<1x32x30x30xf32> to tensor<1x16x30x30xf32>
    %extracted_slice_1 = tensor.extract_slice %2[0, 16, 0, 0] [1, 16, 30, 30] [1, 1, 1, 1] : tensor<1x32x30x30xf32> to tensor<1x16x30x30xf32>
    %3 = tensor.empty() : tensor<1x16x30x30xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_1 : tensor<1x16x30x30xf32>) outs(%3 : tensor<1x16x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.negf %in : f32
      %7 = math.exp %6 : f32
      %8 = arith.addf %7, %cst_0 : f32
      %9 = arith.divf %cst_0, %8 : f32
      linalg.yield %9 : f32
    } -> tensor<1x16x30x30xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %4 : tensor<1x16x30x30xf32>, tensor<1x16x30x30xf32>) outs(%3 : tensor<1x16x30x30xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %6 = arith.mulf %in, %in_2 : f32
      linalg.yield %6 : f32
    } -> tensor<1x16x30x30xf32>
    return %5 : tensor<1x16x30x30xf32>
  }
}
