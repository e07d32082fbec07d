// torch_matmul_cross_entropy
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x192xf32>, %arg2: tensor<128xi64>) -> tensor<f32> {
    %c-100_i64 = arith.constant -100 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c192 = arith.constant 192 : index
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 1.600000e+01 : f32
    %cst_3 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<128x192xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<128x192xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.divf %in, %cst_2 : f32
      linalg.yield %30 : f32
    } -> tensor<128x192xf32>
    %4 = tensor.empty() : tensor<128xi64>
    %5 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<128xi64>) -> tensor<128xi64>
    %6 = tensor.empty() : tensor<128xf32>
    %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<128xf32>) -> tensor<128xf32>
    %8:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%3 : tensor<128x192xf32>) outs(%7, %5 : tensor<128xf32>, tensor<128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_5: i64):
      %30 = linalg.index 1 : index
      %31 = arith.index_cast %30 : index to i64
      %32 = arith.maximumf %in, %out : f32
      %33 = arith.cmpf ogt, %in, %out : f32
      %34 = arith.select %33, %31, %out_5 : i64
      linalg.yield %32, %34 : f32, i64
    } -> (tensor<128xf32>, tensor<128xi64>)
    %expanded = tensor.expand_shape %8#0 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %expanded : tensor<128x192xf32>, tensor<128x1xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %30 = arith.subf %in, %in_5 : f32
      linalg.yield %30 : f32
    } -> tensor<128x192xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<128x192xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.exp %in : f32
      linalg.yield %30 : f32
    } -> tensor<128x192xf32>
    %11 = tensor.empty() : tensor<128x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<128x1xf32>) -> tensor<128x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<128x192xf32>) outs(%12 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %in, %out : f32
      linalg.yield %30 : f32
    } -> tensor<128x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.log %in : f32
      linalg.yield %30 : f32
    } -> tensor<128x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %14 : tensor<128x192xf32>, tensor<128x1xf32>) outs(%0 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %30 = arith.subf %in, %in_5 : f32
      linalg.yield %30 : f32
    } -> tensor<128x192xf32>
    %16 = tensor.empty() : tensor<128xi1>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg2 : tensor<128xi64>) outs(%16 : tensor<128xi1>) {
    ^bb0(%in: i64, %out: i1):
      %30 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %30 : i1
    } -> tensor<128xi1>
    %18 = linalg.generic {indexing_maps = [#map3, #map3, #map4, #map3], iterator_types = ["parallel"]} ins(%17, %arg2, %cst_3 : tensor<128xi1>, tensor<128xi64>, tensor<i64>) outs(%4 : tensor<128xi64>) {
    ^bb0(%in: i1, %in_5: i64, %in_6: i64, %out: i64):
      %30 = arith.select %in, %in_5, %in_6 : i64
      linalg.yield %30 : i64
    } -> tensor<128xi64>
    %expanded_4 = tensor.expand_shape %18 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_4 : tensor<128x1xi64>) outs(%12 : tensor<128x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %30 = linalg.index 0 : index
      %31 = arith.index_cast %in : i64 to index
      %32 = arith.cmpi slt, %31, %c192 : index
      cf.assert %32, "index must be smaller than dim size"
      %33 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %33, "index must be larger or equal to 0"
      %extracted = tensor.extract %15[%30, %31] : tensor<128x192xf32>
      linalg.yield %extracted : f32
    } -> tensor<128x1xf32>
    %collapsed = tensor.collapse_shape %19 [[0, 1]] : tensor<128x1xf32> into tensor<128xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed : tensor<128xf32>) outs(%6 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.negf %in : f32
      linalg.yield %30 : f32
    } -> tensor<128xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map4, #map3], iterator_types = ["parallel"]} ins(%17, %20, %cst_1 : tensor<128xi1>, tensor<128xf32>, tensor<f32>) outs(%6 : tensor<128xf32>) {
    ^bb0(%in: i1, %in_5: f32, %in_6: f32, %out: f32):
      %30 = arith.select %in, %in_5, %in_6 : f32
      linalg.yield %30 : f32
    } -> tensor<128xf32>
    %22 = tensor.empty() : tensor<i64>
    %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : tensor<i64>) -> tensor<i64>
    %24 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%17 : tensor<128xi1>) outs(%23 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %30 = arith.extui %in : i1 to i64
      %31 = arith.addi %30, %out : i64
      linalg.yield %31 : i64
    } -> tensor<i64>
    %25 = tensor.empty() : tensor<f32>
    %26 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%24 : tensor<i64>) outs(%25 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %30 = arith.sitofp %in : i64 to f32
      linalg.yield %30 : f32
    } -> tensor<f32>
    %27 = linalg.fill ins(%cst : f32) outs(%25 : tensor<f32>) -> tensor<f32>
    %28 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%21 : tensor<128xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %in, %out : f32
      linalg.yield %30 : f32
    } -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = []} ins(%28, %26 : tensor<f32>, tensor<f32>) outs(%25 : tensor<f32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %30 = arith.divf %in, %in_5 : f32
      linalg.yield %30 : f32
    } -> tensor<f32>
    return %29 : tensor<f32>
  }
}
