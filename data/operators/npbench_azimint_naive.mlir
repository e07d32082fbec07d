// npbench_azimint_naive
#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<20000xf64>, %arg1: tensor<20000xf64>, %arg2: tensor<101xf64>) -> tensor<100xf64> {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 1.000000e-09 : f64
    %extracted_slice = tensor.extract_slice %arg2[0] [100] [1] : tensor<101xf64> to tensor<100xf64>
    %expanded = tensor.expand_shape %extracted_slice [[0, 1]] output_shape [100, 1] : tensor<100xf64> into tensor<100x1xf64>
    %extracted_slice_1 = tensor.extract_slice %arg2[1] [100] [1] : tensor<101xf64> to tensor<100xf64>
    %expanded_2 = tensor.expand_shape %extracted_slice_1 [[0, 1]] output_shape [100, 1] : tensor<100xf64> into tensor<100x1xf64>
    %0 = tensor.empty() : tensor<100x20000xi1>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg1, %expanded : tensor<20000xf64>, tensor<100x1xf64>) outs(%0 : tensor<100x20000xi1>) {
    ^bb0(%in: f64, %in_3: f64, %out: i1):
      %13 = arith.cmpf oge, %in, %in_3 : f64
      linalg.yield %13 : i1
    } -> tensor<100x20000xi1>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg1, %expanded_2 : tensor<20000xf64>, tensor<100x1xf64>) outs(%0 : tensor<100x20000xi1>) {
    ^bb0(%in: f64, %in_3: f64, %out: i1):
      %13 = arith.cmpf olt, %in, %in_3 : f64
      linalg.yield %13 : i1
    } -> tensor<100x20000xi1>
    %3 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<100x20000xi1>, tensor<100x20000xi1>) outs(%0 : tensor<100x20000xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %13 = arith.andi %in, %in_3 : i1
      linalg.yield %13 : i1
    } -> tensor<100x20000xi1>
    %4 = tensor.empty() : tensor<100x20000xf64>
    %5 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<100x20000xi1>) outs(%4 : tensor<100x20000xf64>) {
    ^bb0(%in: i1, %out: f64):
      %13 = arith.uitofp %in : i1 to f64
      linalg.yield %13 : f64
    } -> tensor<100x20000xf64>
    %6 = linalg.generic {indexing_maps = [#map2, #map, #map2], iterator_types = ["parallel", "parallel"]} ins(%5, %arg0 : tensor<100x20000xf64>, tensor<20000xf64>) outs(%4 : tensor<100x20000xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %13 = arith.mulf %in, %in_3 : f64
      linalg.yield %13 : f64
    } -> tensor<100x20000xf64>
    %7 = tensor.empty() : tensor<100xf64>
    %8 = linalg.fill ins(%cst : f64) outs(%7 : tensor<100xf64>) -> tensor<100xf64>
    %9 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<100x20000xf64>) outs(%8 : tensor<100xf64>) {
    ^bb0(%in: f64, %out: f64):
      %13 = arith.addf %in, %out : f64
      linalg.yield %13 : f64
    } -> tensor<100xf64>
    %10 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "reduction"]} ins(%5 : tensor<100x20000xf64>) outs(%8 : tensor<100xf64>) {
    ^bb0(%in: f64, %out: f64):
      %13 = arith.addf %in, %out : f64
      linalg.yield %13 : f64
    } -> tensor<100xf64>
    %11 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%10 : tensor<100xf64>) outs(%7 : tensor<100xf64>) {
    ^bb0(%in: f64, %out: f64):
      %13 = arith.addf %in, %cst_0 : f64
      linalg.yield %13 : f64
    } -> tensor<100xf64>
    %12 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%9, %11 : tensor<100xf64>, tensor<100xf64>) outs(%7 : tensor<100xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %13 = arith.divf %in, %in_3 : f64
      linalg.yield %13 : f64
    } -> tensor<100xf64>
    return %12 : tensor<100xf64>
  }
}
