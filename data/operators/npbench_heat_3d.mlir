// npbench_heat_3d
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<25x25x25xf64>) -> tensor<25x25x25xf64> {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 1.250000e-01 : f64
    %cst_1 = arith.constant 2.000000e+00 : f64
    %extracted_slice = tensor.extract_slice %arg0[1, 0, 0] [23, 25, 25] [1, 1, 1] : tensor<25x25x25xf64> to tensor<23x25x25xf64>
    %extracted_slice_2 = tensor.extract_slice %extracted_slice[0, 1, 0] [23, 23, 25] [1, 1, 1] : tensor<23x25x25xf64> to tensor<23x23x25xf64>
    %extracted_slice_3 = tensor.extract_slice %extracted_slice_2[0, 0, 1] [23, 23, 23] [1, 1, 1] : tensor<23x23x25xf64> to tensor<23x23x23xf64>
    %extracted_slice_4 = tensor.extract_slice %arg0[2, 0, 0] [23, 25, 25] [1, 1, 1] : tensor<25x25x25xf64> to tensor<23x25x25xf64>
    %extracted_slice_5 = tensor.extract_slice %extracted_slice_4[0, 1, 0] [23, 23, 25] [1, 1, 1] : tensor<23x25x25xf64> to tensor<23x23x25xf64>
    %extracted_slice_6 = tensor.extract_slice %extracted_slice_5[0, 0, 1] [23, 23, 23] [1, 1, 1] : tensor<23x23x25xf64> to tensor<23x23x23xf64>
    %0 = tensor.empty() : tensor<23x23x23xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_3 : tensor<23x23x23xf64>) outs(%0 : tensor<23x23x23xf64>) {
    ^bb0(%in: f64, %out: f64):
      %13 = arith.mulf %in, %cst_1 : f64
      linalg.yield %13 : f64
    } -> tensor<23x23x23xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_6, %1 : tensor<23x23x23xf64>, tensor<23x23x23xf64>) outs(%0 : tensor<23x23x23xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %13 = arith.subf %in, %in_16 : f64
      linalg.yield %13 : f64
    } -> tensor<23x23x23xf64>
    %extracted_slice_7 = tensor.extract_slice %arg0[0, 0, 0] [23, 25, 25] [1, 1, 1] : tensor<25x25x25xf64> to tensor<23x25x25xf64>
    %extracted_slice_8 = tensor.extract_slice %extracted_slice_7[0, 1, 0] [23, 23, 25] [1, 1, 1] : tensor<23x25x25xf64> to tensor<23x23x25xf64>
    %extracted_slice_9 = tensor.extract_slice %extracted_slice_8[0, 0, 1] [23, 23, 23] [1, 1, 1] : tensor<23x23x25xf64> to tensor<23x23x23xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %extracted_slice_9 : tensor<23x23x23xf64>, tensor<23x23x23xf64>) outs(%0 : tensor<23x23x23xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %13 = arith.addf %in, %in_16 : f64
      linalg.yield %13 : f64
    } -> tensor<23x23x23xf64>
    %extracted_slice_10 = tensor.extract_slice %extracted_slice[0, 2, 0] [23, 23, 25] [1, 1, 1] : tensor<23x25x25xf64> to tensor<23x23x25xf64>
    %extracted_slice_11 = tensor.extract_slice %extracted_slice_10[0, 0, 1] [23, 23, 23] [1, 1, 1] : tensor<23x23x25xf64> to tensor<23x23x23xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_11, %1 : tensor<23x23x23xf64>, tensor<23x23x23xf64>) outs(%0 : tensor<23x23x23xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %13 = arith.subf %in, %in_16 : f64
      linalg.yield %13 : f64
    } -> tensor<23x23x23xf64>
    %extracted_slice_12 = tensor.extract_slice %extracted_slice[0, 0, 0] [23, 23, 25] [1, 1, 1] : tensor<23x25x25xf64> to tensor<23x23x25xf64>
    %extracted_slice_13 = tensor.extract_slice %extracted_slice_12[0, 0, 1] [23, 23, 23] [1, 1, 1] : tensor<23x23x25xf64> to tensor<23x23x23xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %extracted_slice_13 : tensor<23x23x23xf64>, tensor<23x23x23xf64>) outs(%0 : tensor<23x23x23xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %13 = arith.addf %in, %in_16 : f64
      linalg.yield %13 : f64
    } -> tensor<23x23x23xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %5 : tensor<23x23x23xf64>, tensor<23x23x23xf64>) outs(%0 : tensor<23x23x23xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %13 = arith.addf %in, %in_16 : f64
      linalg.yield %13 : f64
    } -> tensor<23x23x23xf64>
    %extracted_slice_14 = tensor.extract_slice %extracted_slice_2[0, 0, 2] [23, 23, 23] [1, 1, 1] : tensor<23x23x25xf64> to tensor<23x23x23xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_14, %1 : tensor<23x23x23xf64>, tensor<23x23x23xf64>) outs(%0 : tensor<23x23x23xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %13 = arith.subf %in, %in_16 : f64
      linalg.yield %13 : f64
    } -> tensor<23x23x23xf64>
    %extracted_slice_15 = tensor.extract_slice %extracted_slice_2[0, 0, 0] [23, 23, 23] [1, 1, 1] : tensor<23x23x25xf64> to tensor<23x23x23xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %extracted_slice_15 : tensor<23x23x23xf64>, tensor<23x23x23xf64>) outs(%0 : tensor<23x23x23xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %13 = arith.addf %in, %in_16 : f64
      linalg.yield %13 : f64
    } -> tensor<23x23x23xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %8 : tensor<23x23x23xf64>, tensor<23x23x23xf64>) outs(%0 : tensor<23x23x23xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %13 = arith.addf %in, %in_16 : f64
      linalg.yield %13 : f64
    } -> tensor<23x23x23xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<23x23x23xf64>) outs(%0 : tensor<23x23x23xf64>) {
    ^bb0(%in: f64, %out: f64):
      %13 = arith.mulf %in, %cst_0 : f64
      linalg.yield %13 : f64
    } -> tensor<23x23x23xf64>
    %padded = tensor.pad %10 low[1, 1, 1] high[1, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index):
      tensor.yield %cst : f64
    } : tensor<23x23x23xf64> to tensor<25x25x25xf64>
    %11 = tensor.empty() : tensor<25x25x25xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %padded : tensor<25x25x25xf64>, tensor<25x25x25xf64>) outs(%11 : tensor<25x25x25xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %13 = arith.addf %in, %in_16 : f64
      linalg.yield %13 : f64
    } -> tensor<25x25x25xf64>
    return %12 : tensor<25x25x25xf64>
  }
}
