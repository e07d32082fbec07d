// torch_conv_log_sum_channels
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> ()>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x1x30x30xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 0x7FF0000000000000 : f64
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x32x32xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %3 = tensor.empty() : tensor<1x30x30xi64>
    %4 = linalg.fill ins(%c0_i64 : i64) outs(%3 : tensor<1x30x30xi64>) -> tensor<1x30x30xi64>
    %5 = tensor.empty() : tensor<1x30x30xf32>
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<1x30x30xf32>) -> tensor<1x30x30xf32>
    %7:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%2 : tensor<1x32x30x30xf32>) outs(%6, %4 : tensor<1x30x30xf32>, tensor<1x30x30xi64>) {
    ^bb0(%in: f32, %out: f32, %out_3: i64):
      %19 = linalg.index 1 : index
      %20 = arith.index_cast %19 : index to i64
      %21 = arith.maximumf %in, %out : f32
      %22 = arith.cmpf ogt, %in, %out : f32
      %23 = arith.select %22, %20, %out_3 : i64
      linalg.yield %21, %23 : f32, i64
    } -> (tensor<1x30x30xf32>, tensor<1x30x30xi64>)
    %expanded = tensor.expand_shape %7#0 [[0, 1], [2], [3]] output_shape [1, 1, 30, 30] : tensor<1x30x30xf32> into tensor<1x1x30x30xf32>
    %8 = tensor.empty() : tensor<1x1x30x30xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x30x30xf32>) outs(%8 : tensor<1x1x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.absf %in : f32
      linalg.yield %19 : f32
    } -> tensor<1x1x30x30xf32>
    %10 = tensor.empty() : tensor<1x1x30x30xi1>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x1x30x30xf32>) outs(%10 : tensor<1x1x30x30xi1>) {
    ^bb0(%in: f32, %out: i1):
      %19 = arith.extf %in : f32 to f64
      %20 = arith.cmpf oeq, %19, %cst_2 : f64
      linalg.yield %20 : i1
    } -> tensor<1x1x30x30xi1>
    %12 = linalg.generic {indexing_maps = [#map, #map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %cst_1, %expanded : tensor<1x1x30x30xi1>, tensor<f32>, tensor<1x1x30x30xf32>) outs(%8 : tensor<1x1x30x30xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %19 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %19 : f32
    } -> tensor<1x1x30x30xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %12 : tensor<1x32x30x30xf32>, tensor<1x1x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %19 = arith.subf %in, %in_3 : f32
      linalg.yield %19 : f32
    } -> tensor<1x32x30x30xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x32x30x30xf32>) outs(%0 : tensor<1x32x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.exp %in : f32
      linalg.yield %19 : f32
    } -> tensor<1x32x30x30xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%8 : tensor<1x1x30x30xf32>) -> tensor<1x1x30x30xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%14 : tensor<1x32x30x30xf32>) outs(%15 : tensor<1x1x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.addf %in, %out : f32
      linalg.yield %19 : f32
    } -> tensor<1x1x30x30xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x1x30x30xf32>) outs(%8 : tensor<1x1x30x30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.log %in : f32
      linalg.yield %19 : f32
    } -> tensor<1x1x30x30xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %12 : tensor<1x1x30x30xf32>, tensor<1x1x30x30xf32>) outs(%8 : tensor<1x1x30x30xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %19 = arith.addf %in, %in_3 : f32
      linalg.yield %19 : f32
    } -> tensor<1x1x30x30xf32>
    return %18 : tensor<1x1x30x30xf32>
  }
}
