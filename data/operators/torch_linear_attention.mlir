// torch_linear_attention
#map = affine_map<(d0, d1, d2) -> ()>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<4x64x32xf32>, %arg1: tensor<4x64x32xf32>, %arg2: tensor<4x64x32xf32>) -> tensor<4x64x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x64x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0, %arg0 : tensor<f32>, tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %19 = arith.cmpf ogt, %in, %in_2 : f32
      %20 = arith.select %19, %in, %in_2 : f32
      linalg.yield %20 : f32
    } -> tensor<4x64x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0, %arg0 : tensor<f32>, tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %19 = arith.cmpf olt, %in, %in_2 : f32
      %20 = arith.select %19, %in, %in_2 : f32
      linalg.yield %20 : f32
    } -> tensor<4x64x32xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.exp %in : f32
      linalg.yield %19 : f32
    } -> tensor<4x64x32xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.subf %in, %cst_1 : f32
      linalg.yield %19 : f32
    } -> tensor<4x64x32xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %4 : tensor<4x64x32xf32>, tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %19 = arith.addf %in, %in_2 : f32
      linalg.yield %19 : f32
    } -> tensor<4x64x32xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.addf %in, %cst_1 : f32
      linalg.yield %19 : f32
    } -> tensor<4x64x32xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0, %arg1 : tensor<f32>, tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %19 = arith.cmpf ogt, %in, %in_2 : f32
      %20 = arith.select %19, %in, %in_2 : f32
      linalg.yield %20 : f32
    } -> tensor<4x64x32xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0, %arg1 : tensor<f32>, tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %19 = arith.cmpf olt, %in, %in_2 : f32
      %20 = arith.select %19, %in, %in_2 : f32
      linalg.yield %20 : f32
    } -> tensor<4x64x32xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.exp %in : f32
      linalg.yield %19 : f32
    } -> tensor<4x64x32xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.subf %in, %cst_1 : f32
      linalg.yield %19 : f32
    } -> tensor<4x64x32xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %10 : tensor<4x64x32xf32>, tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %19 = arith.addf %in, %in_2 : f32
      linalg.yield %19 : f32
    } -> tensor<4x64x32xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.addf %in, %cst_1 : f32
      linalg.yield %19 : f32
    } -> tensor<4x64x32xf32>
    %13 = tensor.empty() : tensor<4x32x64xf32>
    %transposed = linalg.transpose ins(%12 : tensor<4x64x32xf32>) outs(%13 : tensor<4x32x64xf32>) permutation = [0, 2, 1] 
    %14 = tensor.empty() : tensor<4x32x32xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %16 = linalg.batch_matmul ins(%transposed, %arg2 : tensor<4x32x64xf32>, tensor<4x64x32xf32>) outs(%15 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
    %18 = linalg.batch_matmul ins(%6, %16 : tensor<4x64x32xf32>, tensor<4x32x32xf32>) outs(%17 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
    return %18 : tensor<4x64x32xf32>
  }
}
