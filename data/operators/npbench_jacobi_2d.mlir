// npbench_jacobi_2d
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<150x150xf64>) -> tensor<150x150xf64> {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 2.000000e-01 : f64
    %extracted_slice = tensor.extract_slice %arg0[1, 0] [148, 150] [1, 1] : tensor<150x150xf64> to tensor<148x150xf64>
    %extracted_slice_1 = tensor.extract_slice %extracted_slice[0, 1] [148, 148] [1, 1] : tensor<148x150xf64> to tensor<148x148xf64>
    %extracted_slice_2 = tensor.extract_slice %extracted_slice[0, 0] [148, 148] [1, 1] : tensor<148x150xf64> to tensor<148x148xf64>
    %0 = tensor.empty() : tensor<148x148xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_1, %extracted_slice_2 : tensor<148x148xf64>, tensor<148x148xf64>) outs(%0 : tensor<148x148xf64>) {
    ^bb0(%in: f64, %in_8: f64, %out: f64):
      %9 = arith.addf %in, %in_8 : f64
      linalg.yield %9 : f64
    } -> tensor<148x148xf64>
    %extracted_slice_3 = tensor.extract_slice %extracted_slice[0, 2] [148, 148] [1, 1] : tensor<148x150xf64> to tensor<148x148xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %extracted_slice_3 : tensor<148x148xf64>, tensor<148x148xf64>) outs(%0 : tensor<148x148xf64>) {
    ^bb0(%in: f64, %in_8: f64, %out: f64):
      %9 = arith.addf %in, %in_8 : f64
      linalg.yield %9 : f64
    } -> tensor<148x148xf64>
    %extracted_slice_4 = tensor.extract_slice %arg0[2, 0] [148, 150] [1, 1] : tensor<150x150xf64> to tensor<148x150xf64>
    %extracted_slice_5 = tensor.extract_slice %extracted_slice_4[0, 1] [148, 148] [1, 1] : tensor<148x150xf64> to tensor<148x148xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %extracted_slice_5 : tensor<148x148xf64>, tensor<148x148xf64>) outs(%0 : tensor<148x148xf64>) {
    ^bb0(%in: f64, %in_8: f64, %out: f64):
      %9 = arith.addf %in, %in_8 : f64
      linalg.yield %9 : f64
    } -> tensor<148x148xf64>
    %extracted_slice_6 = tensor.extract_slice %arg0[0, 0] [148, 150] [1, 1] : tensor<150x150xf64> to tensor<148x150xf64>
    %extracted_slice_7 = tensor.extract_slice %extracted_slice_6[0, 1] [148, 148] [1, 1] : tensor<148x150xf64> to tensor<148x148xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %extracted_slice_7 : tensor<148x148xf64>, tensor<148x148xf64>) outs(%0 : tensor<148x148xf64>) {
    ^bb0(%in: f64, %in_8: f64, %out: f64):
      %9 = arith.addf %in, %in_8 : f64
      linalg.yield %9 : f64
    } -> tensor<148x148xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<148x148xf64>) outs(%0 : tensor<148x148xf64>) {
    ^bb0(%in: f64, %out: f64):
      %9 = arith.mulf %in, %cst_0 : f64
      linalg.yield %9 : f64
    } -> tensor<148x148xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %extracted_slice_1 : tensor<148x148xf64>, tensor<148x148xf64>) outs(%0 : tensor<148x148xf64>) {
    ^bb0(%in: f64, %in_8: f64, %out: f64):
      %9 = arith.subf %in, %in_8 : f64
      linalg.yield %9 : f64
    } -> tensor<148x148xf64>
    %padded = tensor.pad %6 low[1, 1] high[1, 1] {
    ^bb0(%arg1: index, %arg2: index):
      tensor.yield %cst : f64
    } : tensor<148x148xf64> to tensor<150x150xf64>
    %7 = tensor.empty() : tensor<150x150xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %padded : tensor<150x150xf64>, tensor<150x150xf64>) outs(%7 : tensor<150x150xf64>) {
    ^bb0(%in: f64, %in_8: f64, %out: f64):
      %9 = arith.addf %in, %in_8 : f64
      linalg.yield %9 : f64
    } -> tensor<150x150xf64>
    return %8 : tensor<150x150xf64>
  }
}
