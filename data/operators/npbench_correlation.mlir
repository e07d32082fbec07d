// npbench_correlation
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
module {
  func.func @main(%arg0: tensor<600x500xf64>) -> tensor<500x500xf64> {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f64>
    %cst_1 = arith.constant 24.494897427831781 : f64
    %cst_2 = arith.constant 1.000000e-01 : f64
    %cst_3 = arith.constant 6.000000e+02 : f64
    %0 = tensor.empty() : tensor<1x500xf64>
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<1x500xf64>) -> tensor<1x500xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<600x500xf64>) outs(%1 : tensor<1x500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.addf %in, %out : f64
      linalg.yield %24 : f64
    } -> tensor<1x500xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<1x500xf64>) outs(%0 : tensor<1x500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.divf %in, %cst_3 : f64
      linalg.yield %24 : f64
    } -> tensor<1x500xf64>
    %4 = tensor.empty() : tensor<600x500xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %3 : tensor<600x500xf64>, tensor<1x500xf64>) outs(%4 : tensor<600x500xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %24 = arith.subf %in, %in_4 : f64
      linalg.yield %24 : f64
    } -> tensor<600x500xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %5 : tensor<600x500xf64>, tensor<600x500xf64>) outs(%4 : tensor<600x500xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %24 = arith.mulf %in, %in_4 : f64
      linalg.yield %24 : f64
    } -> tensor<600x500xf64>
    %7 = tensor.empty() : tensor<500xf64>
    %8 = linalg.fill ins(%cst : f64) outs(%7 : tensor<500xf64>) -> tensor<500xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "parallel"]} ins(%6 : tensor<600x500xf64>) outs(%8 : tensor<500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.addf %in, %out : f64
      linalg.yield %24 : f64
    } -> tensor<500xf64>
    %10 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%9 : tensor<500xf64>) outs(%7 : tensor<500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.divf %in, %cst_3 : f64
      linalg.yield %24 : f64
    } -> tensor<500xf64>
    %11 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%10 : tensor<500xf64>) outs(%7 : tensor<500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = math.sqrt %in : f64
      linalg.yield %24 : f64
    } -> tensor<500xf64>
    %12 = tensor.empty() : tensor<500xi1>
    %13 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%11 : tensor<500xf64>) outs(%12 : tensor<500xi1>) {
    ^bb0(%in: f64, %out: i1):
      %24 = arith.cmpf ole, %in, %cst_2 : f64
      linalg.yield %24 : i1
    } -> tensor<500xi1>
    %14 = linalg.generic {indexing_maps = [#map3, #map4, #map3, #map3], iterator_types = ["parallel"]} ins(%13, %cst_0, %11 : tensor<500xi1>, tensor<f64>, tensor<500xf64>) outs(%7 : tensor<500xf64>) {
    ^bb0(%in: i1, %in_4: f64, %in_5: f64, %out: f64):
      %24 = arith.select %in, %in_4, %in_5 : f64
      linalg.yield %24 : f64
    } -> tensor<500xf64>
    %15 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<600x500xf64>) outs(%8 : tensor<500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.addf %in, %out : f64
      linalg.yield %24 : f64
    } -> tensor<500xf64>
    %16 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%15 : tensor<500xf64>) outs(%7 : tensor<500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.divf %in, %cst_3 : f64
      linalg.yield %24 : f64
    } -> tensor<500xf64>
    %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %16 : tensor<600x500xf64>, tensor<500xf64>) outs(%4 : tensor<600x500xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %24 = arith.subf %in, %in_4 : f64
      linalg.yield %24 : f64
    } -> tensor<600x500xf64>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%14 : tensor<500xf64>) outs(%7 : tensor<500xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.mulf %in, %cst_1 : f64
      linalg.yield %24 : f64
    } -> tensor<500xf64>
    %19 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %18 : tensor<600x500xf64>, tensor<500xf64>) outs(%4 : tensor<600x500xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %24 = arith.divf %in, %in_4 : f64
      linalg.yield %24 : f64
    } -> tensor<600x500xf64>
    %20 = tensor.empty() : tensor<500x600xf64>
    %transposed = linalg.transpose ins(%19 : tensor<600x500xf64>) outs(%20 : tensor<500x600xf64>) permutation = [1, 0] 
    %21 = tensor.empty() : tensor<500x500xf64>
    %22 = linalg.fill ins(%cst : f64) outs(%21 : tensor<500x500xf64>) -> tensor<500x500xf64>
    %23 = linalg.matmul ins(%transposed, %19 : tensor<500x600xf64>, tensor<600x500xf64>) outs(%22 : tensor<500x500xf64>) -> tensor<500x500xf64>
    return %23 : tensor<500x500xf64>
  }
}
