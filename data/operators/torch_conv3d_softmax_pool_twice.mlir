// torch_conv3d_softmax_pool_twice
#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, 0, d2, d3, d4)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2 * 2 + d5, d3 * 2 + d6, d4 * 2 + d7)>
#map4 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d5, d6, d7)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d3, d4)>
module {
  func.func @main(%arg0: tensor<1x4x14x22x22xf32>, %arg1: tensor<16x4x3x3x3xf32>) -> tensor<1x16x3x5x5xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<1x16x12x20x20xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x16x12x20x20xf32>) -> tensor<1x16x12x20x20xf32>
    %2 = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>} ins(%arg0, %arg1 : tensor<1x4x14x22x22xf32>, tensor<16x4x3x3x3xf32>) outs(%1 : tensor<1x16x12x20x20xf32>) -> tensor<1x16x12x20x20xf32>
    %3 = tensor.empty() : tensor<1x12x20x20xi64>
    %4 = linalg.fill ins(%c0_i64 : i64) outs(%3 : tensor<1x12x20x20xi64>) -> tensor<1x12x20x20xi64>
    %5 = tensor.empty() : tensor<1x12x20x20xf32>
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<1x12x20x20xf32>) -> tensor<1x12x20x20xf32>
    %7:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x16x12x20x20xf32>) outs(%6, %4 : tensor<1x12x20x20xf32>, tensor<1x12x20x20xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %21 = linalg.index 1 : index
      %22 = arith.index_cast %21 : index to i64
      %23 = arith.maximumf %in, %out : f32
      %24 = arith.cmpf ogt, %in, %out : f32
      %25 = arith.select %24, %22, %out_1 : i64
      linalg.yield %23, %25 : f32, i64
    } -> (tensor<1x12x20x20xf32>, tensor<1x12x20x20xi64>)
    %expanded = tensor.expand_shape %7#0 [[0, 1], [2], [3], [4]] output_shape [1, 1, 12, 20, 20] : tensor<1x12x20x20xf32> into tensor<1x1x12x20x20xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%2, %expanded : tensor<1x16x12x20x20xf32>, tensor<1x1x12x20x20xf32>) outs(%0 : tensor<1x16x12x20x20xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %21 = arith.subf %in, %in_1 : f32
      linalg.yield %21 : f32
    } -> tensor<1x16x12x20x20xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x16x12x20x20xf32>) outs(%0 : tensor<1x16x12x20x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = math.exp %in : f32
      linalg.yield %21 : f32
    } -> tensor<1x16x12x20x20xf32>
    %10 = tensor.empty() : tensor<1x1x12x20x20xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x1x12x20x20xf32>) -> tensor<1x1x12x20x20xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x16x12x20x20xf32>) outs(%11 : tensor<1x1x12x20x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = arith.addf %in, %out : f32
      linalg.yield %21 : f32
    } -> tensor<1x1x12x20x20xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%9, %12 : tensor<1x16x12x20x20xf32>, tensor<1x1x12x20x20xf32>) outs(%0 : tensor<1x16x12x20x20xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %21 = arith.divf %in, %in_1 : f32
      linalg.yield %21 : f32
    } -> tensor<1x16x12x20x20xf32>
    %14 = tensor.empty() : tensor<1x16x6x10x10xf32>
    %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<1x16x6x10x10xf32>) -> tensor<1x16x6x10x10xf32>
    %16 = tensor.empty() : tensor<2x2x2xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%13, %16 : tensor<1x16x12x20x20xf32>, tensor<2x2x2xf32>) outs(%15 : tensor<1x16x6x10x10xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %21 = arith.maximumf %in, %out : f32
      linalg.yield %21 : f32
    } -> tensor<1x16x6x10x10xf32>
    %18 = tensor.empty() : tensor<1x16x3x5x5xf32>
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<1x16x3x5x5xf32>) -> tensor<1x16x3x5x5xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%17, %16 : tensor<1x16x6x10x10xf32>, tensor<2x2x2xf32>) outs(%19 : tensor<1x16x3x5x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %21 = arith.maximumf %in, %out : f32
      linalg.yield %21 : f32
    } -> tensor<1x16x3x5x5xf32>
    return %20 : tensor<1x16x3x5x5xf32>
  }
}
