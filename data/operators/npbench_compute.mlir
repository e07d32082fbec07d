// npbench_compute
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<1000x1000xi64>, %arg1: tensor<1000x1000xi64>) -> tensor<1000x1000xi64> {
    %c9_i64 = arith.constant 9 : i64
    %c3_i64 = arith.constant 3 : i64
    %c4_i64 = arith.constant 4 : i64
    %c2_i64 = arith.constant 2 : i64
    %c10_i64 = arith.constant 10 : i64
    %0 = tensor.empty() : tensor<1000x1000xi64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1000x1000xi64>) outs(%0 : tensor<1000x1000xi64>) {
    ^bb0(%in: i64, %out: i64):
      %6 = arith.maxsi %in, %c2_i64 : i64
      %7 = arith.minsi %6, %c10_i64 : i64
      linalg.yield %7 : i64
    } -> tensor<1000x1000xi64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<1000x1000xi64>) outs(%0 : tensor<1000x1000xi64>) {
    ^bb0(%in: i64, %out: i64):
      %6 = arith.muli %in, %c4_i64 : i64
      linalg.yield %6 : i64
    } -> tensor<1000x1000xi64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<1000x1000xi64>) outs(%0 : tensor<1000x1000xi64>) {
    ^bb0(%in: i64, %out: i64):
      %6 = arith.muli %in, %c3_i64 : i64
      linalg.yield %6 : i64
    } -> tensor<1000x1000xi64>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %3 : tensor<1000x1000xi64>, tensor<1000x1000xi64>) outs(%0 : tensor<1000x1000xi64>) {
    ^bb0(%in: i64, %in_0: i64, %out: i64):
      %6 = arith.addi %in, %in_0 : i64
      linalg.yield %6 : i64
    } -> tensor<1000x1000xi64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1000x1000xi64>) outs(%0 : tensor<1000x1000xi64>) {
    ^bb0(%in: i64, %out: i64):
      %6 = arith.addi %in, %c9_i64 : i64
      linalg.yield %6 : i64
    } -> tensor<1000x1000xi64>
    return %5 : tensor<1000x1000xi64>
  }
}
