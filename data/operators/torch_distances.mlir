// torch_distances
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<128x64xf32>, %arg1: tensor<96x64xf32>) -> tensor<128x96xf32> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant -2.000000e+00 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<128x1xf32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<96x1xf32>
    %0 = tensor.empty() : tensor<128x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<128x64xf32>) outs(%0 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %17 : f32
    } -> tensor<128x64xf32>
    %2 = tensor.empty() : tensor<128x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<128x1xf32>) -> tensor<128x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<128x64xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.addf %in, %out : f32
      linalg.yield %17 : f32
    } -> tensor<128x1xf32>
    %5 = tensor.empty() : tensor<96x64xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<96x64xf32>) outs(%5 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %17 : f32
    } -> tensor<96x64xf32>
    %7 = tensor.empty() : tensor<96x1xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<96x1xf32>) -> tensor<96x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<96x64xf32>) outs(%8 : tensor<96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.addf %in, %out : f32
      linalg.yield %17 : f32
    } -> tensor<96x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<128x64xf32>) outs(%0 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.mulf %in, %cst_0 : f32
      linalg.yield %17 : f32
    } -> tensor<128x64xf32>
    %concat = tensor.concat dim(1) %10, %4, %cst_1 : (tensor<128x64xf32>, tensor<128x1xf32>, tensor<128x1xf32>) -> tensor<128x66xf32>
    %concat_3 = tensor.concat dim(1) %arg1, %cst_2, %9 : (tensor<96x64xf32>, tensor<96x1xf32>, tensor<96x1xf32>) -> tensor<96x66xf32>
    %11 = tensor.empty() : tensor<66x96xf32>
    %transposed = linalg.transpose ins(%concat_3 : tensor<96x66xf32>) outs(%11 : tensor<66x96xf32>) permutation = [1, 0] 
    %12 = tensor.empty() : tensor<128x96xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<128x96xf32>) -> tensor<128x96xf32>
    %14 = linalg.matmul ins(%concat, %transposed : tensor<128x66xf32>, tensor<66x96xf32>) outs(%13 : tensor<128x96xf32>) -> tensor<128x96xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<128x96xf32>) outs(%12 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.cmpf ult, %in, %cst : f32
      %18 = arith.select %17, %cst, %in : f32
      linalg.yield %18 : f32
    } -> tensor<128x96xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<128x96xf32>) outs(%12 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.sqrt %in : f32
      linalg.yield %17 : f32
    } -> tensor<128x96xf32>
    return %16 : tensor<128x96xf32>
  }
}
