// npbench_covariance
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<600x500xf64>) -> tensor<500x500xf64> {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 6.000000e+02 : f64
    %cst_1 = arith.constant 5.990000e+02 : f64
    %0 = tensor.empty() : tensor<500xf64>
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<500xf64>) -> tensor<500xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<600x500xf64>) outs(%1 : tensor<500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %11 = arith.addf %in, %out : f64
      linalg.yield %11 : f64
    } -> tensor<500xf64>
    %3 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%2 : tensor<500xf64>) outs(%0 : tensor<500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %11 = arith.divf %in, %cst_0 : f64
      linalg.yield %11 : f64
    } -> tensor<500xf64>
    %4 = tensor.empty() : tensor<600x500xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %3 : tensor<600x500xf64>, tensor<500xf64>) outs(%4 : tensor<600x500xf64>) {
    ^bb0(%in: f64, %in_2: f64, %out: f64):
      %11 = arith.subf %in, %in_2 : f64
      linalg.yield %11 : f64
    } -> tensor<600x500xf64>
    %6 = tensor.empty() : tensor<500x600xf64>
    %transposed = linalg.transpose ins(%5 : tensor<600x500xf64>) outs(%6 : tensor<500x600xf64>) permutation = [1, 0] 
    %7 = tensor.empty() : tensor<500x500xf64>
    %8 = linalg.fill ins(%cst : f64) outs(%7 : tensor<500x500xf64>) -> tensor<500x500xf64>
    %9 = linalg.matmul ins(%transposed, %5 : tensor<500x600xf64>, tensor<600x500xf64>) outs(%8 : tensor<500x500xf64>) -> tensor<500x500xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<500x500xf64>) outs(%7 : tensor<500x500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %11 = arith.divf %in, %cst_1 : f64
      linalg.yield %11 : f64
    } -> tensor<500x500xf64>
    return %10 : tensor<500x500xf64>
  }
}
