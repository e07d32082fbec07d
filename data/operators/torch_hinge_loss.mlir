// torch_hinge_loss
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<1024x1024xf32>, %arg1: tensor<1024x1024xi1>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 2.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 0x49800000 : f32
    %cst_3 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<1024x1024xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<1024x1024xi1>) outs(%0 : tensor<1024x1024xf32>) {
    ^bb0(%in: i1, %out: f32):
      %10 = arith.uitofp %in : i1 to f32
      %11 = arith.mulf %10, %cst_0 : f32
      linalg.yield %11 : f32
    } -> tensor<1024x1024xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<1024x1024xf32>) outs(%0 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.subf %in, %cst_1 : f32
      linalg.yield %10 : f32
    } -> tensor<1024x1024xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %2 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%0 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %10 = arith.mulf %in, %in_4 : f32
      linalg.yield %10 : f32
    } -> tensor<1024x1024xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_3, %3 : tensor<i64>, tensor<1024x1024xf32>) outs(%0 : tensor<1024x1024xf32>) {
    ^bb0(%in: i64, %in_4: f32, %out: f32):
      %10 = arith.sitofp %in : i64 to f32
      %11 = arith.subf %10, %in_4 : f32
      linalg.yield %11 : f32
    } -> tensor<1024x1024xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1024x1024xf32>) outs(%0 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.cmpf ugt, %in, %cst : f32
      %11 = arith.select %10, %in, %cst : f32
      linalg.yield %11 : f32
    } -> tensor<1024x1024xf32>
    %6 = tensor.empty() : tensor<f32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<f32>) -> tensor<f32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%5 : tensor<1024x1024xf32>) outs(%7 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.addf %in, %out : f32
      linalg.yield %10 : f32
    } -> tensor<f32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%8 : tensor<f32>) outs(%6 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.divf %in, %cst_2 : f32
      linalg.yield %10 : f32
    } -> tensor<f32>
    return %9 : tensor<f32>
  }
}
