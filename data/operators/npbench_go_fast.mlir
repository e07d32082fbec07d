// npbench_go_fast
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<2000x2000xf64>) -> tensor<2000x2000xf64> {
    %cst = arith.constant 0.000000e+00 : f64
    %0 = tensor.empty() : tensor<2000xf64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<2000xf64>) {
    ^bb0(%out: f64):
      %8 = linalg.index 0 : index
      %extracted = tensor.extract %arg0[%8, %8] : tensor<2000x2000xf64>
      linalg.yield %extracted : f64
    } -> tensor<2000xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<2000xf64>) outs(%0 : tensor<2000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %8 = math.tanh %in : f64
      linalg.yield %8 : f64
    } -> tensor<2000xf64>
    %3 = tensor.empty() : tensor<f64>
    %4 = linalg.fill ins(%cst : f64) outs(%3 : tensor<f64>) -> tensor<f64>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%2 : tensor<2000xf64>) outs(%4 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %8 = arith.addf %in, %out : f64
      linalg.yield %8 : f64
    } -> tensor<f64>
    %6 = tensor.empty() : tensor<2000x2000xf64>
    %7 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg0, %5 : tensor<2000x2000xf64>, tensor<f64>) outs(%6 : tensor<2000x2000xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %8 = arith.addf %in, %in_0 : f64
      linalg.yield %8 : f64
    } -> tensor<2000x2000xf64>
    return %7 : tensor<2000x2000xf64>
  }
}
