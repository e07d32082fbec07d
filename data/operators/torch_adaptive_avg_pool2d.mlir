// torch_adaptive_avg_pool2d
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, 0, 0, 0, 0, 0)>
#map6 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, 0, 0, 0, 0)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d3, 0, 0)>
#map8 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map9 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map10 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<4x16x64x64xf32>) -> tensor<4x16x7x9xf32> {
    %c64_i64 = arith.constant 64 : i64
    %c0_i64 = arith.constant 0 : i64
    %c4_i64 = arith.constant 4 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 8.000000e+01 : f32
    %c16_i64 = arith.constant 16 : i64
    %cst_1 = arith.constant dense<9> : tensor<i64>
    %cst_2 = arith.constant dense<7> : tensor<i64>
    %0 = tensor.empty() : tensor<7xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<7xi64>) {
    ^bb0(%out: i64):
      %26 = linalg.index 0 : index
      %27 = arith.index_cast %26 : index to i64
      linalg.yield %27 : i64
    } -> tensor<7xi64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<7xi64>) outs(%0 : tensor<7xi64>) {
    ^bb0(%in: i64, %out: i64):
      %26 = arith.muli %in, %c64_i64 : i64
      linalg.yield %26 : i64
    } -> tensor<7xi64>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%2, %cst_2 : tensor<7xi64>, tensor<i64>) outs(%0 : tensor<7xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %26 = arith.divsi %in, %in_7 : i64
      linalg.yield %26 : i64
    } -> tensor<7xi64>
    %4 = tensor.empty() : tensor<10xi64>
    %5 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%4 : tensor<10xi64>) {
    ^bb0(%out: i64):
      %26 = linalg.index 0 : index
      %27 = arith.index_cast %26 : index to i64
      linalg.yield %27 : i64
    } -> tensor<10xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [7, 1] : tensor<7xi64> into tensor<7x1xi64>
    %6 = tensor.empty() : tensor<7x10xi64>
    %7 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded, %5 : tensor<7x1xi64>, tensor<10xi64>) outs(%6 : tensor<7x10xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %26 = arith.addi %in, %in_7 : i64
      linalg.yield %26 : i64
    } -> tensor<7x10xi64>
    %8 = tensor.empty() : tensor<9xi64>
    %9 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%8 : tensor<9xi64>) {
    ^bb0(%out: i64):
      %26 = linalg.index 0 : index
      %27 = arith.index_cast %26 : index to i64
      linalg.yield %27 : i64
    } -> tensor<9xi64>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%9 : tensor<9xi64>) outs(%8 : tensor<9xi64>) {
    ^bb0(%in: i64, %out: i64):
      %26 = arith.muli %in, %c64_i64 : i64
      linalg.yield %26 : i64
    } -> tensor<9xi64>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%10, %cst_1 : tensor<9xi64>, tensor<i64>) outs(%8 : tensor<9xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %26 = arith.divsi %in, %in_7 : i64
      linalg.yield %26 : i64
    } -> tensor<9xi64>
    %12 = tensor.empty() : tensor<8xi64>
    %13 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%12 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %26 = linalg.index 0 : index
      %27 = arith.index_cast %26 : index to i64
      linalg.yield %27 : i64
    } -> tensor<8xi64>
    %expanded_3 = tensor.expand_shape %11 [[0, 1]] output_shape [9, 1] : tensor<9xi64> into tensor<9x1xi64>
    %14 = tensor.empty() : tensor<9x8xi64>
    %15 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_3, %13 : tensor<9x1xi64>, tensor<8xi64>) outs(%14 : tensor<9x8xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %26 = arith.addi %in, %in_7 : i64
      linalg.yield %26 : i64
    } -> tensor<9x8xi64>
    %expanded_4 = tensor.expand_shape %7 [[0], [1, 2, 3]] output_shape [7, 10, 1, 1] : tensor<7x10xi64> into tensor<7x10x1x1xi64>
    %16 = tensor.empty() : tensor<16xi64>
    %17 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%16 : tensor<16xi64>) {
    ^bb0(%out: i64):
      %26 = linalg.index 0 : index
      %27 = arith.index_cast %26 : index to i64
      linalg.yield %27 : i64
    } -> tensor<16xi64>
    %expanded_5 = tensor.expand_shape %17 [[0, 1, 2, 3, 4]] output_shape [16, 1, 1, 1, 1] : tensor<16xi64> into tensor<16x1x1x1x1xi64>
    %18 = tensor.empty() : tensor<4xi64>
    %19 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%18 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %26 = linalg.index 0 : index
      %27 = arith.index_cast %26 : index to i64
      linalg.yield %27 : i64
    } -> tensor<4xi64>
    %expanded_6 = tensor.expand_shape %19 [[0, 1, 2, 3, 4, 5]] output_shape [4, 1, 1, 1, 1, 1] : tensor<4xi64> into tensor<4x1x1x1x1x1xi64>
    %20 = tensor.empty() : tensor<4x16x7x10x9x8xf32>
    %21 = linalg.generic {indexing_maps = [#map5, #map6, #map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_6, %expanded_5, %expanded_4, %15 : tensor<4x1x1x1x1x1xi64>, tensor<16x1x1x1x1xi64>, tensor<7x10x1x1xi64>, tensor<9x8xi64>) outs(%20 : tensor<4x16x7x10x9x8xf32>) {
    ^bb0(%in: i64, %in_7: i64, %in_8: i64, %in_9: i64, %out: f32):
      %26 = arith.cmpi slt, %in, %c0_i64 : i64
      %27 = arith.addi %in, %c4_i64 : i64
      %28 = arith.select %26, %27, %in : i64
      %29 = arith.index_cast %28 : i64 to index
      %30 = arith.cmpi slt, %in_7, %c0_i64 : i64
      %31 = arith.addi %in_7, %c16_i64 : i64
      %32 = arith.select %30, %31, %in_7 : i64
      %33 = arith.index_cast %32 : i64 to index
      %34 = arith.cmpi slt, %in_8, %c0_i64 : i64
      %35 = arith.addi %in_8, %c64_i64 : i64
      %36 = arith.select %34, %35, %in_8 : i64
      %37 = arith.index_cast %36 : i64 to index
      %38 = arith.cmpi slt, %in_9, %c0_i64 : i64
      %39 = arith.addi %in_9, %c64_i64 : i64
      %40 = arith.select %38, %39, %in_9 : i64
      %41 = arith.index_cast %40 : i64 to index
      %extracted = tensor.extract %arg0[%29, %33, %37, %41] : tensor<4x16x64x64xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x16x7x10x9x8xf32>
    %22 = tensor.empty() : tensor<4x16x7x9xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<4x16x7x9xf32>) -> tensor<4x16x7x9xf32>
    %24 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel", "reduction"]} ins(%21 : tensor<4x16x7x10x9x8xf32>) outs(%23 : tensor<4x16x7x9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.addf %in, %out : f32
      linalg.yield %26 : f32
    } -> tensor<4x16x7x9xf32>
    %25 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<4x16x7x9xf32>) outs(%22 : tensor<4x16x7x9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.divf %in, %cst_0 : f32
      linalg.yield %26 : f32
    } -> tensor<4x16x7x9xf32>
    return %25 : tensor<4x16x7x9xf32>
  }
}
