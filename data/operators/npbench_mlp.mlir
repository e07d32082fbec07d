// npbench_mlp
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<8x3xf32>, %arg1: tensor<3x3000xf32>, %arg2: tensor<3000xf32>, %arg3: tensor<3000x1000xf32>, %arg4: tensor<1000xf32>, %arg5: tensor<1000x1000xf32>, %arg6: tensor<1000xf32>) -> tensor<8x1000xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<8x3000xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<8x3000xf32>) -> tensor<8x3000xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<8x3xf32>, tensor<3x3000xf32>) outs(%1 : tensor<8x3000xf32>) -> tensor<8x3000xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg2 : tensor<8x3000xf32>, tensor<3000xf32>) outs(%0 : tensor<8x3000xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %23 = arith.addf %in, %in_1 : f32
      linalg.yield %23 : f32
    } -> tensor<8x3000xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<8x3000xf32>) outs(%0 : tensor<8x3000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.cmpf ugt, %in, %cst : f32
      %24 = arith.select %23, %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<8x3000xf32>
    %5 = tensor.empty() : tensor<8x1000xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<8x1000xf32>) -> tensor<8x1000xf32>
    %7 = linalg.matmul ins(%4, %arg3 : tensor<8x3000xf32>, tensor<3000x1000xf32>) outs(%6 : tensor<8x1000xf32>) -> tensor<8x1000xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %arg4 : tensor<8x1000xf32>, tensor<1000xf32>) outs(%5 : tensor<8x1000xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %23 = arith.addf %in, %in_1 : f32
      linalg.yield %23 : f32
    } -> tensor<8x1000xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<8x1000xf32>) outs(%5 : tensor<8x1000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.cmpf ugt, %in, %cst : f32
      %24 = arith.select %23, %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<8x1000xf32>
    %10 = linalg.matmul ins(%9, %arg5 : tensor<8x1000xf32>, tensor<1000x1000xf32>) outs(%6 : tensor<8x1000xf32>) -> tensor<8x1000xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %arg6 : tensor<8x1000xf32>, tensor<1000xf32>) outs(%5 : tensor<8x1000xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %23 = arith.addf %in, %in_1 : f32
      linalg.yield %23 : f32
    } -> tensor<8x1000xf32>
    %12 = tensor.empty() : tensor<8xi64>
    %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<8xi64>) -> tensor<8xi64>
    %14 = tensor.empty() : tensor<8xf32>
    %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<8xf32>) -> tensor<8xf32>
    %16:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%11 : tensor<8x1000xf32>) outs(%15, %13 : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %23 = linalg.index 1 : index
      %24 = arith.index_cast %23 : index to i64
      %25 = arith.maximumf %in, %out : f32
      %26 = arith.cmpf ogt, %in, %out : f32
      %27 = arith.select %26, %24, %out_1 : i64
      linalg.yield %25, %27 : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    %expanded = tensor.expand_shape %16#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %expanded : tensor<8x1000xf32>, tensor<8x1xf32>) outs(%5 : tensor<8x1000xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %23 = arith.subf %in, %in_1 : f32
      linalg.yield %23 : f32
    } -> tensor<8x1000xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<8x1000xf32>) outs(%5 : tensor<8x1000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = math.exp %in : f32
      linalg.yield %23 : f32
    } -> tensor<8x1000xf32>
    %19 = tensor.empty() : tensor<8x1xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "reduction"]} ins(%18 : tensor<8x1000xf32>) outs(%20 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.addf %in, %out : f32
      linalg.yield %23 : f32
    } -> tensor<8x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %21 : tensor<8x1000xf32>, tensor<8x1xf32>) outs(%5 : tensor<8x1000xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %23 = arith.divf %in, %in_1 : f32
      linalg.yield %23 : f32
    } -> tensor<8x1000xf32>
    return %22 : tensor<8x1000xf32>
  }
}
