// torch_normal_equations
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<512x96xf32>, %arg1: tensor<512x16xf32>) -> (tensor<96x96xf32>, tensor<96x16xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 1.000000e-01 : f64
    %0 = tensor.empty() : tensor<96x512xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<512x96xf32>) outs(%0 : tensor<96x512xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<96x96xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %3 = linalg.matmul ins(%transposed, %arg0 : tensor<96x512xf32>, tensor<512x96xf32>) outs(%2 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %4 = tensor.empty() : tensor<96xi64>
    %5 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%4 : tensor<96xi64>) {
    ^bb0(%out: i64):
      %14 = linalg.index 0 : index
      %15 = arith.index_cast %14 : index to i64
      linalg.yield %15 : i64
    } -> tensor<96xi64>
    %expanded = tensor.expand_shape %5 [[0, 1]] output_shape [96, 1] : tensor<96xi64> into tensor<96x1xi64>
    %6 = tensor.empty() : tensor<96x96xi1>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded, %5 : tensor<96x1xi64>, tensor<96xi64>) outs(%6 : tensor<96x96xi1>) {
    ^bb0(%in: i64, %in_3: i64, %out: i1):
      %14 = arith.cmpi eq, %in, %in_3 : i64
      linalg.yield %14 : i1
    } -> tensor<96x96xi1>
    %8 = linalg.generic {indexing_maps = [#map3, #map4, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%7, %cst_1, %cst_0 : tensor<96x96xi1>, tensor<f32>, tensor<f32>) outs(%1 : tensor<96x96xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %14 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %14 : f32
    } -> tensor<96x96xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<96x96xf32>) outs(%1 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = arith.truncf %cst_2 : f64 to f32
      %15 = arith.mulf %in, %14 : f32
      linalg.yield %15 : f32
    } -> tensor<96x96xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%3, %9 : tensor<96x96xf32>, tensor<96x96xf32>) outs(%1 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %14 = arith.addf %in, %in_3 : f32
      linalg.yield %14 : f32
    } -> tensor<96x96xf32>
    %11 = tensor.empty() : tensor<96x16xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<96x16xf32>) -> tensor<96x16xf32>
    %13 = linalg.matmul ins(%transposed, %arg1 : tensor<96x512xf32>, tensor<512x16xf32>) outs(%12 : tensor<96x16xf32>) -> tensor<96x16xf32>
    return %10, %13 : tensor<96x96xf32>, tensor<96x16xf32>
  }
}
