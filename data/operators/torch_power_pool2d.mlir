// torch_power_pool2d
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> ()>
module {
  func.func @main(%arg0: tensor<4x16x64x64xf32>) -> tensor<4x16x16x16xf32> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<-1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 1.600000e+01 : f32
    %cst_4 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<4x16x64x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<4x16x64x64xf32>) outs(%0 : tensor<4x16x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %17 : f32
    } -> tensor<4x16x64x64xf32>
    %2 = tensor.empty() : tensor<4x16x16x16xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4x16x16x16xf32>) -> tensor<4x16x16x16xf32>
    %4 = tensor.empty() : tensor<4x4xf32>
    %5 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<4> : vector<2xi64>} ins(%1, %4 : tensor<4x16x64x64xf32>, tensor<4x4xf32>) outs(%3 : tensor<4x16x16x16xf32>) -> tensor<4x16x16x16xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<4x16x16x16xf32>) outs(%2 : tensor<4x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.divf %in, %cst_3 : f32
      linalg.yield %17 : f32
    } -> tensor<4x16x16x16xf32>
    %7 = tensor.empty() : tensor<4x16x16x16xi1>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<4x16x16x16xf32>) outs(%7 : tensor<4x16x16x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %17 = arith.cmpf ogt, %in, %cst : f32
      linalg.yield %17 : i1
    } -> tensor<4x16x16x16xi1>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<4x16x16x16xf32>) outs(%7 : tensor<4x16x16x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %17 = arith.cmpf olt, %in, %cst : f32
      linalg.yield %17 : i1
    } -> tensor<4x16x16x16xi1>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %cst_2, %cst_1 : tensor<4x16x16x16xi1>, tensor<f32>, tensor<f32>) outs(%2 : tensor<4x16x16x16xf32>) {
    ^bb0(%in: i1, %in_5: f32, %in_6: f32, %out: f32):
      %17 = arith.select %in, %in_5, %in_6 : f32
      linalg.yield %17 : f32
    } -> tensor<4x16x16x16xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %cst_0, %10 : tensor<4x16x16x16xi1>, tensor<f32>, tensor<4x16x16x16xf32>) outs(%2 : tensor<4x16x16x16xf32>) {
    ^bb0(%in: i1, %in_5: f32, %in_6: f32, %out: f32):
      %17 = arith.select %in, %in_5, %in_6 : f32
      linalg.yield %17 : f32
    } -> tensor<4x16x16x16xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<4x16x16x16xf32>) outs(%2 : tensor<4x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.absf %in : f32
      linalg.yield %17 : f32
    } -> tensor<4x16x16x16xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<4x16x16x16xf32>) outs(%2 : tensor<4x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.cmpf ugt, %in, %cst : f32
      %18 = arith.select %17, %in, %cst : f32
      linalg.yield %18 : f32
    } -> tensor<4x16x16x16xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %13 : tensor<4x16x16x16xf32>, tensor<4x16x16x16xf32>) outs(%2 : tensor<4x16x16x16xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %17 = arith.mulf %in, %in_5 : f32
      linalg.yield %17 : f32
    } -> tensor<4x16x16x16xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<4x16x16x16xf32>) outs(%2 : tensor<4x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.mulf %in, %cst_3 : f32
      linalg.yield %17 : f32
    } -> tensor<4x16x16x16xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<4x16x16x16xf32>) outs(%2 : tensor<4x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.powf %in, %cst_4 : f32
      linalg.yield %17 : f32
    } -> tensor<4x16x16x16xf32>
    return %16 : tensor<4x16x16x16xf32>
  }
}
