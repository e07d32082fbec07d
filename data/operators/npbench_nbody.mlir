// npbench_nbody
#map = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d2)>
module {
  func.func @main(%arg0: tensor<25x3xf64>, %arg1: tensor<25x3xf64>, %arg2: tensor<25xf64>) -> (tensor<25x3xf64>, tensor<25x3xf64>) {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 5.000000e-03 : f64
    %cst_1 = arith.constant -1.500000e+00 : f64
    %cst_2 = arith.constant 1.000000e-02 : f64
    %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [1, 25, 3] : tensor<25x3xf64> into tensor<1x25x3xf64>
    %expanded_3 = tensor.expand_shape %arg0 [[0], [1, 2]] output_shape [25, 1, 3] : tensor<25x3xf64> into tensor<25x1x3xf64>
    %0 = tensor.empty() : tensor<25x25x3xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %expanded_3 : tensor<1x25x3xf64>, tensor<25x1x3xf64>) outs(%0 : tensor<25x25x3xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %17 = arith.subf %in, %in_5 : f64
      linalg.yield %17 : f64
    } -> tensor<25x25x3xf64>
    %2 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %1 : tensor<25x25x3xf64>, tensor<25x25x3xf64>) outs(%0 : tensor<25x25x3xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %17 = arith.mulf %in, %in_5 : f64
      linalg.yield %17 : f64
    } -> tensor<25x25x3xf64>
    %3 = tensor.empty() : tensor<25x25xf64>
    %4 = linalg.fill ins(%cst : f64) outs(%3 : tensor<25x25xf64>) -> tensor<25x25xf64>
    %5 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<25x25x3xf64>) outs(%4 : tensor<25x25xf64>) {
    ^bb0(%in: f64, %out: f64):
      %17 = arith.addf %in, %out : f64
      linalg.yield %17 : f64
    } -> tensor<25x25xf64>
    %6 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<25x25xf64>) outs(%3 : tensor<25x25xf64>) {
    ^bb0(%in: f64, %out: f64):
      %17 = arith.addf %in, %cst_2 : f64
      linalg.yield %17 : f64
    } -> tensor<25x25xf64>
    %7 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<25x25xf64>) outs(%3 : tensor<25x25xf64>) {
    ^bb0(%in: f64, %out: f64):
      %17 = math.powf %in, %cst_1 : f64
      linalg.yield %17 : f64
    } -> tensor<25x25xf64>
    %8 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%7, %arg2 : tensor<25x25xf64>, tensor<25xf64>) outs(%3 : tensor<25x25xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %17 = arith.mulf %in, %in_5 : f64
      linalg.yield %17 : f64
    } -> tensor<25x25xf64>
    %expanded_4 = tensor.expand_shape %8 [[0], [1, 2]] output_shape [25, 25, 1] : tensor<25x25xf64> into tensor<25x25x1xf64>
    %9 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_4 : tensor<25x25x3xf64>, tensor<25x25x1xf64>) outs(%0 : tensor<25x25x3xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %17 = arith.mulf %in, %in_5 : f64
      linalg.yield %17 : f64
    } -> tensor<25x25x3xf64>
    %10 = tensor.empty() : tensor<25x3xf64>
    %11 = linalg.fill ins(%cst : f64) outs(%10 : tensor<25x3xf64>) -> tensor<25x3xf64>
    %12 = linalg.generic {indexing_maps = [#map2, #map7], iterator_types = ["parallel", "reduction", "parallel"]} ins(%9 : tensor<25x25x3xf64>) outs(%11 : tensor<25x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %17 = arith.addf %in, %out : f64
      linalg.yield %17 : f64
    } -> tensor<25x3xf64>
    %13 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<25x3xf64>) outs(%10 : tensor<25x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %17 = arith.mulf %in, %cst_0 : f64
      linalg.yield %17 : f64
    } -> tensor<25x3xf64>
    %14 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg1, %13 : tensor<25x3xf64>, tensor<25x3xf64>) outs(%10 : tensor<25x3xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %17 = arith.addf %in, %in_5 : f64
      linalg.yield %17 : f64
    } -> tensor<25x3xf64>
    %15 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<25x3xf64>) outs(%10 : tensor<25x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %17 = arith.mulf %in, %cst_2 : f64
      linalg.yield %17 : f64
    } -> tensor<25x3xf64>
    %16 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg0, %15 : tensor<25x3xf64>, tensor<25x3xf64>) outs(%10 : tensor<25x3xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %17 = arith.addf %in, %in_5 : f64
      linalg.yield %17 : f64
    } -> tensor<25x3xf64>
    return %16, %14 : tensor<25x3xf64>, tensor<25x3xf64>
  }
}
