// torch_transposed_conv_max_pool_hardtanh
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> ()>
module {
  func.func @main(%arg0: tensor<1x32x16x16xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x24x16x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<-1.000000e+00> : tensor<f32>
    %c2 = arith.constant 2 : index
    %0 = tensor.empty() : tensor<24x32x3x3xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<24x32x3x3xf32>) -> tensor<24x32x3x3xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%1 : tensor<24x32x3x3xf32>) {
    ^bb0(%out: f32):
      %14 = linalg.index 0 : index
      %15 = linalg.index 1 : index
      %16 = linalg.index 2 : index
      %17 = linalg.index 3 : index
      %18 = arith.subi %c2, %16 : index
      %19 = arith.subi %c2, %17 : index
      %extracted = tensor.extract %arg1[%15, %14, %18, %19] : tensor<32x24x3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<24x32x3x3xf32>
    %3 = tensor.empty() : tensor<1x32x35x35xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x32x35x35xf32>) -> tensor<1x32x35x35xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %4[0, 0, 2, 2] [1, 32, 16, 16] [1, 1, 2, 2] : tensor<1x32x16x16xf32> into tensor<1x32x35x35xf32>
    %5 = tensor.empty() : tensor<1x24x33x33xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<1x24x33x33xf32>) -> tensor<1x24x33x33xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %2 : tensor<1x32x35x35xf32>, tensor<24x32x3x3xf32>) outs(%6 : tensor<1x24x33x33xf32>) -> tensor<1x24x33x33xf32>
    %8 = tensor.empty() : tensor<1x24x16x16xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<1x24x16x16xf32>) -> tensor<1x24x16x16xf32>
    %10 = tensor.empty() : tensor<2x2xf32>
    %11 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%7, %10 : tensor<1x24x33x33xf32>, tensor<2x2xf32>) outs(%9 : tensor<1x24x16x16xf32>) -> tensor<1x24x16x16xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %cst_2 : tensor<1x24x16x16xf32>, tensor<f32>) outs(%8 : tensor<1x24x16x16xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %14 = arith.cmpf ogt, %in, %in_3 : f32
      %15 = arith.select %14, %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<1x24x16x16xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1, %12 : tensor<f32>, tensor<1x24x16x16xf32>) outs(%8 : tensor<1x24x16x16xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %14 = arith.cmpf olt, %in, %in_3 : f32
      %15 = arith.select %14, %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<1x24x16x16xf32>
    return %13 : tensor<1x24x16x16xf32>
  }
}
