// torch_conv3d_min_softmax
#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x4x12x20x20xf32>, %arg1: tensor<16x4x3x3x3xf32>) -> tensor<1x16x18x18xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0x7F800000 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<1x16x10x18x18xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x16x10x18x18xf32>) -> tensor<1x16x10x18x18xf32>
    %2 = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>} ins(%arg0, %arg1 : tensor<1x4x12x20x20xf32>, tensor<16x4x3x3x3xf32>) outs(%1 : tensor<1x16x10x18x18xf32>) -> tensor<1x16x10x18x18xf32>
    %3 = tensor.empty() : tensor<1x16x18x18xi64>
    %4 = linalg.fill ins(%c0_i64 : i64) outs(%3 : tensor<1x16x18x18xi64>) -> tensor<1x16x18x18xi64>
    %5 = tensor.empty() : tensor<1x16x18x18xf32>
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<1x16x18x18xf32>) -> tensor<1x16x18x18xf32>
    %7:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%2 : tensor<1x16x10x18x18xf32>) outs(%6, %4 : tensor<1x16x18x18xf32>, tensor<1x16x18x18xi64>) {
    ^bb0(%in: f32, %out: f32, %out_2: i64):
      %19 = linalg.index 2 : index
      %20 = arith.index_cast %19 : index to i64
      %21 = arith.minimumf %in, %out : f32
      %22 = arith.cmpf olt, %in, %out : f32
      %23 = arith.select %22, %20, %out_2 : i64
      linalg.yield %21, %23 : f32, i64
    } -> (tensor<1x16x18x18xf32>, tensor<1x16x18x18xi64>)
    %8 = tensor.empty() : tensor<1x18x18xi64>
    %9 = linalg.fill ins(%c0_i64 : i64) outs(%8 : tensor<1x18x18xi64>) -> tensor<1x18x18xi64>
    %10 = tensor.empty() : tensor<1x18x18xf32>
    %11 = linalg.fill ins(%cst_1 : f32) outs(%10 : tensor<1x18x18xf32>) -> tensor<1x18x18xf32>
    %12:2 = linalg.generic {indexing_maps = [#map2, #map3, #map3], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%7#0 : tensor<1x16x18x18xf32>) outs(%11, %9 : tensor<1x18x18xf32>, tensor<1x18x18xi64>) {
    ^bb0(%in: f32, %out: f32, %out_2: i64):
      %19 = linalg.index 1 : index
      %20 = arith.index_cast %19 : index to i64
      %21 = arith.maximumf %in, %out : f32
      %22 = arith.cmpf ogt, %in, %out : f32
      %23 = arith.select %22, %20, %out_2 : i64
      linalg.yield %21, %23 : f32, i64
    } -> (tensor<1x18x18xf32>, tensor<1x18x18xi64>)
    %expanded = tensor.expand_shape %12#0 [[0, 1], [2], [3]] output_shape [1, 1, 18, 18] : tensor<1x18x18xf32> into tensor<1x1x18x18xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7#0, %expanded : tensor<1x16x18x18xf32>, tensor<1x1x18x18xf32>) outs(%5 : tensor<1x16x18x18xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %19 = arith.subf %in, %in_2 : f32
      linalg.yield %19 : f32
    } -> tensor<1x16x18x18xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x16x18x18xf32>) outs(%5 : tensor<1x16x18x18xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.exp %in : f32
      linalg.yield %19 : f32
    } -> tensor<1x16x18x18xf32>
    %15 = tensor.empty() : tensor<1x1x18x18xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<1x1x18x18xf32>) -> tensor<1x1x18x18xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%14 : tensor<1x16x18x18xf32>) outs(%16 : tensor<1x1x18x18xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.addf %in, %out : f32
      linalg.yield %19 : f32
    } -> tensor<1x1x18x18xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %17 : tensor<1x16x18x18xf32>, tensor<1x1x18x18xf32>) outs(%5 : tensor<1x16x18x18xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %19 = arith.divf %in, %in_2 : f32
      linalg.yield %19 : f32
    } -> tensor<1x16x18x18xf32>
    return %18 : tensor<1x16x18x18xf32>
  }
}
