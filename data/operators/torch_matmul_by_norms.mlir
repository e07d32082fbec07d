// torch_matmul_by_norms
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x192xf32>) -> tensor<128x192xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 9.9999999999999998E-13 : f64
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x1xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x1xf32>) -> tensor<128x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<128x256xf32>) outs(%1 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.absf %in : f32
      %20 = math.powf %19, %cst_2 : f32
      %21 = arith.addf %20, %out : f32
      linalg.yield %21 : f32
    } -> tensor<128x1xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<128x1xf32>) outs(%0 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.powf %in, %cst_1 : f32
      linalg.yield %19 : f32
    } -> tensor<128x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<128x1xf32>) outs(%0 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.truncf %cst_0 : f64 to f32
      %20 = arith.cmpf ult, %in, %19 : f32
      %21 = arith.select %20, %19, %in : f32
      linalg.yield %21 : f32
    } -> tensor<128x1xf32>
    %5 = tensor.empty() : tensor<128x256xf32>
    %collapsed = tensor.collapse_shape %4 [[0, 1]] : tensor<128x1xf32> into tensor<128xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<128xf32>) outs(%5 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %6 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%5 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %19 = arith.divf %in, %in_4 : f32
      linalg.yield %19 : f32
    } -> tensor<128x256xf32>
    %8 = tensor.empty() : tensor<1x192xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "parallel"]} ins(%arg1 : tensor<256x192xf32>) outs(%9 : tensor<1x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.absf %in : f32
      %20 = math.powf %19, %cst_2 : f32
      %21 = arith.addf %20, %out : f32
      linalg.yield %21 : f32
    } -> tensor<1x192xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<1x192xf32>) outs(%8 : tensor<1x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.powf %in, %cst_1 : f32
      linalg.yield %19 : f32
    } -> tensor<1x192xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<1x192xf32>) outs(%8 : tensor<1x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.truncf %cst_0 : f64 to f32
      %20 = arith.cmpf ult, %in, %19 : f32
      %21 = arith.select %20, %19, %in : f32
      linalg.yield %21 : f32
    } -> tensor<1x192xf32>
    %13 = tensor.empty() : tensor<256x192xf32>
    %collapsed_3 = tensor.collapse_shape %12 [[0, 1]] : tensor<1x192xf32> into tensor<192xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_3 : tensor<192xf32>) outs(%13 : tensor<256x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x192xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %14 : tensor<256x192xf32>, tensor<256x192xf32>) outs(%13 : tensor<256x192xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %19 = arith.divf %in, %in_4 : f32
      linalg.yield %19 : f32
    } -> tensor<256x192xf32>
    %16 = tensor.empty() : tensor<128x192xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %18 = linalg.matmul ins(%7, %15 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%17 : tensor<128x192xf32>) -> tensor<128x192xf32>
    return %18 : tensor<128x192xf32>
  }
}
