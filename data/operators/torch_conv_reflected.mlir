// torch_conv_reflected
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d2, 0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x32x32x32xf32> {
    %c-1_i64 = arith.constant -1 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c32_i64 = arith.constant 32 : i64
    %c24_i64 = arith.constant 24 : i64
    %c34_i64 = arith.constant 34 : i64
    %cst_0 = arith.constant dense<31> : tensor<i64>
    %0 = tensor.empty() : tensor<34xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<34xi64>) {
    ^bb0(%out: i64):
      %20 = linalg.index 0 : index
      %21 = arith.index_cast %20 : index to i64
      %22 = arith.addi %21, %c-1_i64 : i64
      linalg.yield %22 : i64
    } -> tensor<34xi64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<34xi64>) outs(%0 : tensor<34xi64>) {
    ^bb0(%in: i64, %out: i64):
      %20 = math.absi %in : i64
      linalg.yield %20 : i64
    } -> tensor<34xi64>
    %3 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_0, %2 : tensor<i64>, tensor<34xi64>) outs(%0 : tensor<34xi64>) {
    ^bb0(%in: i64, %in_4: i64, %out: i64):
      %20 = arith.subi %in, %in_4 : i64
      linalg.yield %20 : i64
    } -> tensor<34xi64>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<34xi64>) outs(%0 : tensor<34xi64>) {
    ^bb0(%in: i64, %out: i64):
      %20 = math.absi %in : i64
      linalg.yield %20 : i64
    } -> tensor<34xi64>
    %5 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_0, %4 : tensor<i64>, tensor<34xi64>) outs(%0 : tensor<34xi64>) {
    ^bb0(%in: i64, %in_4: i64, %out: i64):
      %20 = arith.subi %in, %in_4 : i64
      linalg.yield %20 : i64
    } -> tensor<34xi64>
    %6 = tensor.empty() : tensor<32xi64>
    %7 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%6 : tensor<32xi64>) {
    ^bb0(%out: i64):
      %20 = linalg.index 0 : index
      %21 = arith.index_cast %20 : index to i64
      linalg.yield %21 : i64
    } -> tensor<32xi64>
    %expanded = tensor.expand_shape %5 [[0, 1]] output_shape [34, 1] : tensor<34xi64> into tensor<34x1xi64>
    %8 = tensor.empty() : tensor<24xi64>
    %9 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%8 : tensor<24xi64>) {
    ^bb0(%out: i64):
      %20 = linalg.index 0 : index
      %21 = arith.index_cast %20 : index to i64
      linalg.yield %21 : i64
    } -> tensor<24xi64>
    %expanded_1 = tensor.expand_shape %9 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xi64> into tensor<24x1x1xi64>
    %10 = tensor.empty() : tensor<1xi64>
    %11 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%10 : tensor<1xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %expanded_2 = tensor.expand_shape %11 [[0, 1, 2, 3]] output_shape [1, 1, 1, 1] : tensor<1xi64> into tensor<1x1x1x1xi64>
    %12 = tensor.empty() : tensor<1x24x34x32xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_2, %expanded_1, %expanded, %7 : tensor<1x1x1x1xi64>, tensor<24x1x1xi64>, tensor<34x1xi64>, tensor<32xi64>) outs(%12 : tensor<1x24x34x32xf32>) {
    ^bb0(%in: i64, %in_4: i64, %in_5: i64, %in_6: i64, %out: f32):
      %20 = arith.cmpi slt, %in, %c0_i64 : i64
      %21 = arith.addi %in, %c1_i64 : i64
      %22 = arith.select %20, %21, %in : i64
      %23 = arith.index_cast %22 : i64 to index
      %24 = arith.cmpi slt, %in_4, %c0_i64 : i64
      %25 = arith.addi %in_4, %c24_i64 : i64
      %26 = arith.select %24, %25, %in_4 : i64
      %27 = arith.index_cast %26 : i64 to index
      %28 = arith.cmpi slt, %in_5, %c0_i64 : i64
      %29 = arith.addi %in_5, %c32_i64 : i64
      %30 = arith.select %28, %29, %in_5 : i64
      %31 = arith.index_cast %30 : i64 to index
      %32 = arith.cmpi slt, %in_6, %c0_i64 : i64
      %33 = arith.addi %in_6, %c32_i64 : i64
      %34 = arith.select %32, %33, %in_6 : i64
      %35 = arith.index_cast %34 : i64 to index
      %extracted = tensor.extract %arg0[%23, %27, %31, %35] : tensor<1x24x32x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x24x34x32xf32>
    %14 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<34xi64>) {
    ^bb0(%out: i64):
      %20 = linalg.index 0 : index
      %21 = arith.index_cast %20 : index to i64
      linalg.yield %21 : i64
    } -> tensor<34xi64>
    %expanded_3 = tensor.expand_shape %14 [[0, 1]] output_shape [34, 1] : tensor<34xi64> into tensor<34x1xi64>
    %15 = tensor.empty() : tensor<1x24x34x34xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_2, %expanded_1, %expanded_3, %5 : tensor<1x1x1x1xi64>, tensor<24x1x1xi64>, tensor<34x1xi64>, tensor<34xi64>) outs(%15 : tensor<1x24x34x34xf32>) {
    ^bb0(%in: i64, %in_4: i64, %in_5: i64, %in_6: i64, %out: f32):
      %20 = arith.cmpi slt, %in, %c0_i64 : i64
      %21 = arith.addi %in, %c1_i64 : i64
      %22 = arith.select %20, %21, %in : i64
      %23 = arith.index_cast %22 : i64 to index
      %24 = arith.cmpi slt, %in_4, %c0_i64 : i64
      %25 = arith.addi %in_4, %c24_i64 : i64
      %26 = arith.select %24, %25, %in_4 : i64
      %27 = arith.index_cast %26 : i64 to index
      %28 = arith.cmpi slt, %in_5, %c0_i64 : i64
      %29 = arith.addi %in_5, %c34_i64 : i64
      %30 = arith.select %28, %29, %in_5 : i64
      %31 = arith.index_cast %30 : i64 to index
      %32 = arith.cmpi slt, %in_6, %c0_i64 : i64
      %33 = arith.addi %in_6, %c32_i64 : i64
      %34 = arith.select %32, %33, %in_6 : i64
      %35 = arith.index_cast %34 : i64 to index
      %extracted = tensor.extract %13[%23, %27, %31, %35] : tensor<1x24x34x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x24x34x34xf32>
    %17 = tensor.empty() : tensor<1x32x32x32xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %19 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%16, %arg1 : tensor<1x24x34x34xf32>, tensor<32x24x3x3xf32>) outs(%18 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    return %19 : tensor<1x32x32x32xf32>
  }
}
