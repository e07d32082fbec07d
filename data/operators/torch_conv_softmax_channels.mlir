// torch_conv_softmax_channels
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x32x30x30xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.500000e+01 : f32
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x32x32xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.divf %in, %cst_1 : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x30x30xf32>
    %4 = tensor.empty() : tensor<1x30x30xi64>
    %5 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<1x30x30xi64>) -> tensor<1x30x30xi64>
    %6 = tensor.empty() : tensor<1x30x30xf32>
    %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<1x30x30xf32>) -> tensor<1x30x30xf32>
    %8:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%3 : tensor<1x32x30x30xf32>) outs(%7, %5 : tensor<1x30x30xf32>, tensor<1x30x30xi64>) {
    ^bb0(%in: f32, %out: f32, %out_2: i64):
      %15 = linalg.index 1 : index
      %16 = arith.index_cast %15 : index to i64
      %17 = arith.maximumf %in, %out : f32
      %18 = arith.cmpf ogt, %in, %out : f32
      %19 = arith.select %18, %16, %out_2 : i64
      linalg.yield %17, %19 : f32, i64
    } -> (tensor<1x30x30xf32>, tensor<1x30x30xi64>)
    %expanded = tensor.expand_shape %8#0 [[0, 1], [2], [3]] output_shape [1, 1, 30, 30] : tensor<1x30x30xf32> into tensor<1x1x30x30xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %expanded : tensor<1x32x30x30xf32>, tensor<1x1x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %15 = arith.subf %in, %in_2 : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x30x30xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.exp %in : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x30x30xf32>
    %11 = tensor.empty() : tensor<1x1x30x30xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<1x1x30x30xf32>) -> tensor<1x1x30x30xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%10 : tensor<1x32x30x30xf32>) outs(%12 : tensor<1x1x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.addf %in, %out : f32
      linalg.yield %15 : f32
    } -> tensor<1x1x30x30xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %13 : tensor<1x32x30x30xf32>, tensor<1x1x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %15 = arith.divf %in, %in_2 : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x30x30xf32>
    return %14 : tensor<1x32x30x30xf32>
  }
}
