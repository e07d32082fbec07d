// torch_triplet_loss
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> ()>
#map4 = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<256x512xf32>, %arg1: tensor<256x512xf32>, %arg2: tensor<256x512xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 9.9999999999999995E-7 : f64
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 2.560000e+02 : f32
    %cst_4 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<256x512xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%0 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %18 = arith.subf %in, %in_5 : f32
      linalg.yield %18 : f32
    } -> tensor<256x512xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<256x512xf32>) outs(%0 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.truncf %cst_0 : f64 to f32
      %19 = arith.addf %in, %18 : f32
      linalg.yield %19 : f32
    } -> tensor<256x512xf32>
    %3 = tensor.empty() : tensor<256xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<256xf32>) -> tensor<256xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<256x512xf32>) outs(%4 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = math.absf %in : f32
      %19 = math.powf %18, %cst_4 : f32
      %20 = arith.addf %19, %out : f32
      linalg.yield %20 : f32
    } -> tensor<256xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%5 : tensor<256xf32>) outs(%3 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = math.powf %in, %cst_1 : f32
      linalg.yield %18 : f32
    } -> tensor<256xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg2 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%0 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %18 = arith.subf %in, %in_5 : f32
      linalg.yield %18 : f32
    } -> tensor<256x512xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<256x512xf32>) outs(%0 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.truncf %cst_0 : f64 to f32
      %19 = arith.addf %in, %18 : f32
      linalg.yield %19 : f32
    } -> tensor<256x512xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<256x512xf32>) outs(%4 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = math.absf %in : f32
      %19 = math.powf %18, %cst_4 : f32
      %20 = arith.addf %19, %out : f32
      linalg.yield %20 : f32
    } -> tensor<256xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%9 : tensor<256xf32>) outs(%3 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = math.powf %in, %cst_1 : f32
      linalg.yield %18 : f32
    } -> tensor<256xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%6 : tensor<256xf32>) outs(%3 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.addf %in, %cst_2 : f32
      linalg.yield %18 : f32
    } -> tensor<256xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%11, %10 : tensor<256xf32>, tensor<256xf32>) outs(%3 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %18 = arith.subf %in, %in_5 : f32
      linalg.yield %18 : f32
    } -> tensor<256xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%12 : tensor<256xf32>) outs(%3 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.cmpf ult, %in, %cst : f32
      %19 = arith.select %18, %cst, %in : f32
      linalg.yield %19 : f32
    } -> tensor<256xf32>
    %14 = tensor.empty() : tensor<f32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<f32>) -> tensor<f32>
    %16 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["reduction"]} ins(%13 : tensor<256xf32>) outs(%15 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.addf %in, %out : f32
      linalg.yield %18 : f32
    } -> tensor<f32>
    %17 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%16 : tensor<f32>) outs(%14 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.divf %in, %cst_3 : f32
      linalg.yield %18 : f32
    } -> tensor<f32>
    return %17 : tensor<f32>
  }
}
