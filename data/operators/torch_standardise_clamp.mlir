// torch_standardise_clamp
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 5.110000e+02 : f64
    %cst_2 = arith.constant 1.000000e-03 : f64
    %cst_3 = arith.constant 5.120000e+02 : f32
    %cst_4 = arith.constant 5.120000e+02 : f64
    %cst_5 = arith.constant -3.000000e+00 : f32
    %cst_6 = arith.constant 3.000000e+00 : f32
    %0 = tensor.empty() : tensor<512xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<512xf32>) -> tensor<512xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<512x512xf32>) outs(%1 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.addf %in, %out : f32
      linalg.yield %23 : f32
    } -> tensor<512xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%2 : tensor<512xf32>) outs(%0 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.divf %in, %cst_3 : f32
      linalg.yield %23 : f32
    } -> tensor<512xf32>
    %4 = tensor.empty() : tensor<512x512xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %3 : tensor<512x512xf32>, tensor<512xf32>) outs(%4 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %23 = arith.subf %in, %in_7 : f32
      linalg.yield %23 : f32
    } -> tensor<512x512xf32>
    %6 = tensor.empty() : tensor<512x512xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<512x512xf32>) outs(%6 : tensor<512x512xf64>) {
    ^bb0(%in: f32, %out: f64):
      %23 = arith.extf %in : f32 to f64
      linalg.yield %23 : f64
    } -> tensor<512x512xf64>
    %8 = tensor.empty() : tensor<1x512xf64>
    %9 = linalg.fill ins(%cst_0 : f64) outs(%8 : tensor<1x512xf64>) -> tensor<1x512xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "parallel"]} ins(%7 : tensor<512x512xf64>) outs(%9 : tensor<1x512xf64>) {
    ^bb0(%in: f64, %out: f64):
      %23 = arith.addf %in, %out : f64
      linalg.yield %23 : f64
    } -> tensor<1x512xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<1x512xf64>) outs(%8 : tensor<1x512xf64>) {
    ^bb0(%in: f64, %out: f64):
      %23 = arith.divf %in, %cst_4 : f64
      linalg.yield %23 : f64
    } -> tensor<1x512xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %11 : tensor<512x512xf64>, tensor<1x512xf64>) outs(%6 : tensor<512x512xf64>) {
    ^bb0(%in: f64, %in_7: f64, %out: f64):
      %23 = arith.subf %in, %in_7 : f64
      linalg.yield %23 : f64
    } -> tensor<512x512xf64>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %12 : tensor<512x512xf64>, tensor<512x512xf64>) outs(%6 : tensor<512x512xf64>) {
    ^bb0(%in: f64, %in_7: f64, %out: f64):
      %23 = arith.mulf %in, %in_7 : f64
      linalg.yield %23 : f64
    } -> tensor<512x512xf64>
    %14 = tensor.empty() : tensor<512xf64>
    %15 = linalg.fill ins(%cst_0 : f64) outs(%14 : tensor<512xf64>) -> tensor<512xf64>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%13 : tensor<512x512xf64>) outs(%15 : tensor<512xf64>) {
    ^bb0(%in: f64, %out: f64):
      %23 = arith.addf %in, %out : f64
      linalg.yield %23 : f64
    } -> tensor<512xf64>
    %17 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%16 : tensor<512xf64>) outs(%14 : tensor<512xf64>) {
    ^bb0(%in: f64, %out: f64):
      %23 = arith.divf %in, %cst_1 : f64
      linalg.yield %23 : f64
    } -> tensor<512xf64>
    %18 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%17 : tensor<512xf64>) outs(%0 : tensor<512xf32>) {
    ^bb0(%in: f64, %out: f32):
      %23 = arith.truncf %in : f64 to f32
      linalg.yield %23 : f32
    } -> tensor<512xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%18 : tensor<512xf32>) outs(%0 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = math.sqrt %in : f32
      linalg.yield %23 : f32
    } -> tensor<512xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%19 : tensor<512xf32>) outs(%0 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.truncf %cst_2 : f64 to f32
      %24 = arith.addf %in, %23 : f32
      linalg.yield %24 : f32
    } -> tensor<512xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %20 : tensor<512x512xf32>, tensor<512xf32>) outs(%4 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %23 = arith.divf %in, %in_7 : f32
      linalg.yield %23 : f32
    } -> tensor<512x512xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<512x512xf32>) outs(%4 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.cmpf ult, %in, %cst_5 : f32
      %24 = arith.select %23, %cst_5, %in : f32
      %25 = arith.cmpf ugt, %24, %cst_6 : f32
      %26 = arith.select %25, %cst_6, %24 : f32
      linalg.yield %26 : f32
    } -> tensor<512x512xf32>
    return %22 : tensor<512x512xf32>
  }
}
