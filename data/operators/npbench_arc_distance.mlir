// npbench_arc_distance
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @main(%arg0: tensor<100000xf64>, %arg1: tensor<100000xf64>, %arg2: tensor<100000xf64>, %arg3: tensor<100000xf64>) -> tensor<100000xf64> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 2.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 1.000000e+00 : f64
    %cst_2 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<100000xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %arg0 : tensor<100000xf64>, tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %20 = arith.subf %in, %in_3 : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = arith.divf %in, %cst : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = math.sin %in : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = math.fpowi %in, %c2_i64 : f64, i64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = math.cos %in : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = math.cos %in : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%5, %6 : tensor<100000xf64>, tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %20 = arith.mulf %in, %in_3 : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg3, %arg1 : tensor<100000xf64>, tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %20 = arith.subf %in, %in_3 : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%8 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = arith.divf %in, %cst : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%9 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = math.sin %in : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%10 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = math.fpowi %in, %c2_i64 : f64, i64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%7, %11 : tensor<100000xf64>, tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %20 = arith.mulf %in, %in_3 : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%4, %12 : tensor<100000xf64>, tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %20 = arith.addf %in, %in_3 : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%13 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = arith.cmpf ult, %in, %cst_0 : f64
      %21 = arith.select %20, %cst_0, %in : f64
      %22 = arith.cmpf ugt, %21, %cst_1 : f64
      %23 = arith.select %22, %cst_1, %21 : f64
      linalg.yield %23 : f64
    } -> tensor<100000xf64>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%14 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = math.sqrt %in : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %16 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_2, %14 : tensor<i64>, tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: i64, %in_3: f64, %out: f64):
      %20 = arith.sitofp %in : i64 to f64
      %21 = arith.subf %20, %in_3 : f64
      linalg.yield %21 : f64
    } -> tensor<100000xf64>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%16 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = math.sqrt %in : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%15, %17 : tensor<100000xf64>, tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %20 = math.atan2 %in, %in_3 : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%18 : tensor<100000xf64>) outs(%0 : tensor<100000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %20 = arith.mulf %in, %cst : f64
      linalg.yield %20 : f64
    } -> tensor<100000xf64>
    return %19 : tensor<100000xf64>
  }
}
