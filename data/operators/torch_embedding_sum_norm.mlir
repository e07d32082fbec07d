// torch_embedding_sum_norm
#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
module {
  func.func @main(%arg0: tensor<4x64xi64>, %arg1: tensor<500x256xf32>, %arg2: tensor<64x256xf32>, %arg3: tensor<256xf32>, %arg4: tensor<256xf32>) -> tensor<4x64x256xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c500_i64 = arith.constant 500 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 2.560000e+02 : f64
    %cst_3 = arith.constant 2.560000e+02 : f32
    %0 = tensor.empty() : tensor<4x64x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<4x64xi64>) outs(%0 : tensor<4x64x256xf32>) {
    ^bb0(%in: i64, %out: f32):
      %24 = arith.cmpi slt, %in, %c0_i64 : i64
      %25 = arith.addi %in, %c500_i64 : i64
      %26 = arith.select %24, %25, %in : i64
      %27 = arith.index_cast %26 : i64 to index
      %28 = linalg.index 2 : index
      %extracted = tensor.extract %arg1[%27, %28] : tensor<500x256xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x64x256xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %arg2 : tensor<4x64x256xf32>, tensor<64x256xf32>) outs(%0 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.addf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<4x64x256xf32>
    %3 = tensor.empty() : tensor<4x64x256xf64>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<4x64x256xf32>) outs(%3 : tensor<4x64x256xf64>) {
    ^bb0(%in: f32, %out: f64):
      %24 = arith.extf %in : f32 to f64
      linalg.yield %24 : f64
    } -> tensor<4x64x256xf64>
    %5 = tensor.empty() : tensor<4x64x1xf64>
    %6 = linalg.fill ins(%cst : f64) outs(%5 : tensor<4x64x1xf64>) -> tensor<4x64x1xf64>
    %7 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%4 : tensor<4x64x256xf64>) outs(%6 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.addf %in, %out : f64
      linalg.yield %24 : f64
    } -> tensor<4x64x1xf64>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<4x64x1xf64>) outs(%5 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.divf %in, %cst_2 : f64
      linalg.yield %24 : f64
    } -> tensor<4x64x1xf64>
    %9 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %8 : tensor<4x64x256xf64>, tensor<4x64x1xf64>) outs(%3 : tensor<4x64x256xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %24 = arith.subf %in, %in_4 : f64
      linalg.yield %24 : f64
    } -> tensor<4x64x256xf64>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<4x64x256xf64>, tensor<4x64x256xf64>) outs(%3 : tensor<4x64x256xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %24 = arith.mulf %in, %in_4 : f64
      linalg.yield %24 : f64
    } -> tensor<4x64x256xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<4x64x256xf64>) outs(%6 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.addf %in, %out : f64
      linalg.yield %24 : f64
    } -> tensor<4x64x1xf64>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<4x64x1xf64>) outs(%5 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %24 = arith.divf %in, %cst_2 : f64
      linalg.yield %24 : f64
    } -> tensor<4x64x1xf64>
    %13 = tensor.empty() : tensor<4x64x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<4x64x1xf64>) outs(%13 : tensor<4x64x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %24 = arith.truncf %in : f64 to f32
      linalg.yield %24 : f32
    } -> tensor<4x64x1xf32>
    %15 = linalg.fill ins(%cst_0 : f32) outs(%13 : tensor<4x64x1xf32>) -> tensor<4x64x1xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<4x64x256xf32>) outs(%15 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.addf %in, %out : f32
      linalg.yield %24 : f32
    } -> tensor<4x64x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<4x64x1xf32>) outs(%13 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.divf %in, %cst_3 : f32
      linalg.yield %24 : f32
    } -> tensor<4x64x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<4x64x1xf32>) outs(%13 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.truncf %cst_1 : f64 to f32
      %25 = arith.addf %in, %24 : f32
      linalg.yield %25 : f32
    } -> tensor<4x64x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<4x64x1xf32>) outs(%13 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = math.rsqrt %in : f32
      linalg.yield %24 : f32
    } -> tensor<4x64x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %17 : tensor<4x64x256xf32>, tensor<4x64x1xf32>) outs(%0 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.subf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<4x64x256xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %19 : tensor<4x64x256xf32>, tensor<4x64x1xf32>) outs(%0 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.mulf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<4x64x256xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %arg3 : tensor<4x64x256xf32>, tensor<256xf32>) outs(%0 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.mulf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<4x64x256xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %arg4 : tensor<4x64x256xf32>, tensor<256xf32>) outs(%0 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.addf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<4x64x256xf32>
    return %23 : tensor<4x64x256xf32>
  }
}
