// npbench_fdtd_2d
#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<200x220xf64>, %arg1: tensor<200x220xf64>, %arg2: tensor<200x220xf64>, %arg3: tensor<1xf64>) -> (tensor<200x220xf64>, tensor<200x220xf64>, tensor<200x220xf64>) {
    %cst = arith.constant 0.69999999999999996 : f64
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 5.000000e-01 : f64
    %0 = tensor.empty() : tensor<1x220xf64>
    %collapsed = tensor.collapse_shape %arg3 [] : tensor<1xf64> into tensor<f64>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<f64>) outs(%0 : tensor<1x220xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1x220xf64>
    %extracted_slice = tensor.extract_slice %arg1[1, 0] [199, 220] [1, 1] : tensor<200x220xf64> to tensor<199x220xf64>
    %extracted_slice_2 = tensor.extract_slice %arg2[1, 0] [199, 220] [1, 1] : tensor<200x220xf64> to tensor<199x220xf64>
    %extracted_slice_3 = tensor.extract_slice %arg2[0, 0] [199, 220] [1, 1] : tensor<200x220xf64> to tensor<199x220xf64>
    %2 = tensor.empty() : tensor<199x220xf64>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_2, %extracted_slice_3 : tensor<199x220xf64>, tensor<199x220xf64>) outs(%2 : tensor<199x220xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %17 = arith.subf %in, %in_16 : f64
      linalg.yield %17 : f64
    } -> tensor<199x220xf64>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<199x220xf64>) outs(%2 : tensor<199x220xf64>) {
    ^bb0(%in: f64, %out: f64):
      %17 = arith.mulf %in, %cst_1 : f64
      linalg.yield %17 : f64
    } -> tensor<199x220xf64>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice, %4 : tensor<199x220xf64>, tensor<199x220xf64>) outs(%2 : tensor<199x220xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %17 = arith.subf %in, %in_16 : f64
      linalg.yield %17 : f64
    } -> tensor<199x220xf64>
    %concat = tensor.concat dim(0) %1, %5 : (tensor<1x220xf64>, tensor<199x220xf64>) -> tensor<200x220xf64>
    %extracted_slice_4 = tensor.extract_slice %arg0[0, 0] [200, 1] [1, 1] : tensor<200x220xf64> to tensor<200x1xf64>
    %extracted_slice_5 = tensor.extract_slice %arg0[0, 1] [200, 219] [1, 1] : tensor<200x220xf64> to tensor<200x219xf64>
    %extracted_slice_6 = tensor.extract_slice %arg2[0, 1] [200, 219] [1, 1] : tensor<200x220xf64> to tensor<200x219xf64>
    %extracted_slice_7 = tensor.extract_slice %arg2[0, 0] [200, 219] [1, 1] : tensor<200x220xf64> to tensor<200x219xf64>
    %6 = tensor.empty() : tensor<200x219xf64>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_6, %extracted_slice_7 : tensor<200x219xf64>, tensor<200x219xf64>) outs(%6 : tensor<200x219xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %17 = arith.subf %in, %in_16 : f64
      linalg.yield %17 : f64
    } -> tensor<200x219xf64>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<200x219xf64>) outs(%6 : tensor<200x219xf64>) {
    ^bb0(%in: f64, %out: f64):
      %17 = arith.mulf %in, %cst_1 : f64
      linalg.yield %17 : f64
    } -> tensor<200x219xf64>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_5, %8 : tensor<200x219xf64>, tensor<200x219xf64>) outs(%6 : tensor<200x219xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %17 = arith.subf %in, %in_16 : f64
      linalg.yield %17 : f64
    } -> tensor<200x219xf64>
    %concat_8 = tensor.concat dim(1) %extracted_slice_4, %9 : (tensor<200x1xf64>, tensor<200x219xf64>) -> tensor<200x220xf64>
    %extracted_slice_9 = tensor.extract_slice %concat_8[0, 0] [199, 220] [1, 1] : tensor<200x220xf64> to tensor<199x220xf64>
    %extracted_slice_10 = tensor.extract_slice %extracted_slice_9[0, 1] [199, 219] [1, 1] : tensor<199x220xf64> to tensor<199x219xf64>
    %extracted_slice_11 = tensor.extract_slice %extracted_slice_9[0, 0] [199, 219] [1, 1] : tensor<199x220xf64> to tensor<199x219xf64>
    %10 = tensor.empty() : tensor<199x219xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_10, %extracted_slice_11 : tensor<199x219xf64>, tensor<199x219xf64>) outs(%10 : tensor<199x219xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %17 = arith.subf %in, %in_16 : f64
      linalg.yield %17 : f64
    } -> tensor<199x219xf64>
    %extracted_slice_12 = tensor.extract_slice %concat[1, 0] [199, 220] [1, 1] : tensor<200x220xf64> to tensor<199x220xf64>
    %extracted_slice_13 = tensor.extract_slice %extracted_slice_12[0, 0] [199, 219] [1, 1] : tensor<199x220xf64> to tensor<199x219xf64>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %extracted_slice_13 : tensor<199x219xf64>, tensor<199x219xf64>) outs(%10 : tensor<199x219xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %17 = arith.addf %in, %in_16 : f64
      linalg.yield %17 : f64
    } -> tensor<199x219xf64>
    %extracted_slice_14 = tensor.extract_slice %concat[0, 0] [199, 220] [1, 1] : tensor<200x220xf64> to tensor<199x220xf64>
    %extracted_slice_15 = tensor.extract_slice %extracted_slice_14[0, 0] [199, 219] [1, 1] : tensor<199x220xf64> to tensor<199x219xf64>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %extracted_slice_15 : tensor<199x219xf64>, tensor<199x219xf64>) outs(%10 : tensor<199x219xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %17 = arith.subf %in, %in_16 : f64
      linalg.yield %17 : f64
    } -> tensor<199x219xf64>
    %padded = tensor.pad %13 low[0, 0] high[1, 1] {
    ^bb0(%arg4: index, %arg5: index):
      tensor.yield %cst_0 : f64
    } : tensor<199x219xf64> to tensor<200x220xf64>
    %14 = tensor.empty() : tensor<200x220xf64>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%padded : tensor<200x220xf64>) outs(%14 : tensor<200x220xf64>) {
    ^bb0(%in: f64, %out: f64):
      %17 = arith.mulf %in, %cst : f64
      linalg.yield %17 : f64
    } -> tensor<200x220xf64>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2, %15 : tensor<200x220xf64>, tensor<200x220xf64>) outs(%14 : tensor<200x220xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %17 = arith.subf %in, %in_16 : f64
      linalg.yield %17 : f64
    } -> tensor<200x220xf64>
    return %concat_8, %concat, %16 : tensor<200x220xf64>, tensor<200x220xf64>, tensor<200x220xf64>
  }
}
