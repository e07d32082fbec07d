// torch_transposed_conv_mean_softmax
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<1x32x24x24xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x24xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %c2 = arith.constant 2 : index
    %cst_1 = arith.constant 5.760000e+02 : f32
    %cst_2 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<24x32x3x3xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<24x32x3x3xf32>) -> tensor<24x32x3x3xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%1 : tensor<24x32x3x3xf32>) {
    ^bb0(%out: f32):
      %24 = linalg.index 0 : index
      %25 = linalg.index 1 : index
      %26 = linalg.index 2 : index
      %27 = linalg.index 3 : index
      %28 = arith.subi %c2, %26 : index
      %29 = arith.subi %c2, %27 : index
      %extracted = tensor.extract %arg1[%25, %24, %28, %29] : tensor<32x24x3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<24x32x3x3xf32>
    %3 = tensor.empty() : tensor<1x32x26x26xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x32x26x26xf32>) -> tensor<1x32x26x26xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %4[0, 0, 1, 1] [1, 32, 24, 24] [1, 1, 1, 1] : tensor<1x32x24x24xf32> into tensor<1x32x26x26xf32>
    %5 = tensor.empty() : tensor<1x24x24x24xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<1x24x24x24xf32>) -> tensor<1x24x24x24xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %2 : tensor<1x32x26x26xf32>, tensor<24x32x3x3xf32>) outs(%6 : tensor<1x24x24x24xf32>) -> tensor<1x24x24x24xf32>
    %8 = tensor.empty() : tensor<1x24xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<1x24xf32>) -> tensor<1x24xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%7 : tensor<1x24x24x24xf32>) outs(%9 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.addf %in, %out : f32
      linalg.yield %24 : f32
    } -> tensor<1x24xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<1x24xf32>) outs(%8 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.divf %in, %cst_1 : f32
      linalg.yield %24 : f32
    } -> tensor<1x24xf32>
    %12 = tensor.empty() : tensor<1xi64>
    %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<1xi64>) -> tensor<1xi64>
    %14 = tensor.empty() : tensor<1xf32>
    %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<1xf32>) -> tensor<1xf32>
    %16:2 = linalg.generic {indexing_maps = [#map2, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%11 : tensor<1x24xf32>) outs(%15, %13 : tensor<1xf32>, tensor<1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_3: i64):
      %24 = linalg.index 1 : index
      %25 = arith.index_cast %24 : index to i64
      %26 = arith.maximumf %in, %out : f32
      %27 = arith.cmpf ogt, %in, %out : f32
      %28 = arith.select %27, %25, %out_3 : i64
      linalg.yield %26, %28 : f32, i64
    } -> (tensor<1xf32>, tensor<1xi64>)
    %expanded = tensor.expand_shape %16#0 [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel"]} ins(%11, %expanded : tensor<1x24xf32>, tensor<1x1xf32>) outs(%8 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %24 = arith.subf %in, %in_3 : f32
      linalg.yield %24 : f32
    } -> tensor<1x24xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<1x24xf32>) outs(%8 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = math.exp %in : f32
      linalg.yield %24 : f32
    } -> tensor<1x24xf32>
    %19 = tensor.empty() : tensor<1x1xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<1x1xf32>) -> tensor<1x1xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "reduction"]} ins(%18 : tensor<1x24xf32>) outs(%20 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.addf %in, %out : f32
      linalg.yield %24 : f32
    } -> tensor<1x1xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel"]} ins(%18, %21 : tensor<1x24xf32>, tensor<1x1xf32>) outs(%8 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %24 = arith.divf %in, %in_3 : f32
      linalg.yield %24 : f32
    } -> tensor<1x24xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<1x24xf32>) outs(%8 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.mulf %in, %cst_2 : f32
      linalg.yield %24 : f32
    } -> tensor<1x24xf32>
    return %23 : tensor<1x24xf32>
  }
}
