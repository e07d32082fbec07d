// torch_kl_divergence
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<256x512xf32>, %arg1: tensor<256x512xf32>) -> tensor<f32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 2.560000e+02 : f32
    %0 = tensor.empty() : tensor<256xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<256xi64>) -> tensor<256xi64>
    %2 = tensor.empty() : tensor<256xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<256xf32>) -> tensor<256xf32>
    %4:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<256x512xf32>) outs(%3, %1 : tensor<256xf32>, tensor<256xi64>) {
    ^bb0(%in: f32, %out: f32, %out_5: i64):
      %31 = linalg.index 1 : index
      %32 = arith.index_cast %31 : index to i64
      %33 = arith.maximumf %in, %out : f32
      %34 = arith.cmpf ogt, %in, %out : f32
      %35 = arith.select %34, %32, %out_5 : i64
      linalg.yield %33, %35 : f32, i64
    } -> (tensor<256xf32>, tensor<256xi64>)
    %expanded = tensor.expand_shape %4#0 [[0, 1]] output_shape [256, 1] : tensor<256xf32> into tensor<256x1xf32>
    %5 = tensor.empty() : tensor<256x512xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %expanded : tensor<256x512xf32>, tensor<256x1xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %31 = arith.subf %in, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<256x512xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.exp %in : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %8 = tensor.empty() : tensor<256x1xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<256x1xf32>) -> tensor<256x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%7 : tensor<256x512xf32>) outs(%9 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.addf %in, %out : f32
      linalg.yield %31 : f32
    } -> tensor<256x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<256x1xf32>) outs(%8 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.log %in : f32
      linalg.yield %31 : f32
    } -> tensor<256x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %11 : tensor<256x512xf32>, tensor<256x1xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %31 = arith.subf %in, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %13:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg1 : tensor<256x512xf32>) outs(%3, %1 : tensor<256xf32>, tensor<256xi64>) {
    ^bb0(%in: f32, %out: f32, %out_5: i64):
      %31 = linalg.index 1 : index
      %32 = arith.index_cast %31 : index to i64
      %33 = arith.maximumf %in, %out : f32
      %34 = arith.cmpf ogt, %in, %out : f32
      %35 = arith.select %34, %32, %out_5 : i64
      linalg.yield %33, %35 : f32, i64
    } -> (tensor<256xf32>, tensor<256xi64>)
    %expanded_4 = tensor.expand_shape %13#0 [[0, 1]] output_shape [256, 1] : tensor<256xf32> into tensor<256x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %expanded_4 : tensor<256x512xf32>, tensor<256x1xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %31 = arith.subf %in, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<256x512xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.exp %in : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%15 : tensor<256x512xf32>) outs(%9 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.addf %in, %out : f32
      linalg.yield %31 : f32
    } -> tensor<256x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%15, %16 : tensor<256x512xf32>, tensor<256x1xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %31 = arith.divf %in, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %12 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %31 = arith.mulf %in, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %19 = tensor.empty() : tensor<256x512xi1>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<256x512xf32>) outs(%19 : tensor<256x512xi1>) {
    ^bb0(%in: f32, %out: i1):
      %31 = arith.cmpf oeq, %in, %cst_0 : f32
      linalg.yield %31 : i1
    } -> tensor<256x512xi1>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<256x512xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.log %in : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %21 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %31 = arith.mulf %in, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map3, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %cst_2, %22 : tensor<256x512xi1>, tensor<f32>, tensor<256x512xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: i1, %in_5: f32, %in_6: f32, %out: f32):
      %31 = arith.select %in, %in_5, %in_6 : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %17 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%19 : tensor<256x512xi1>) {
    ^bb0(%in: f32, %in_5: f32, %out: i1):
      %31 = arith.cmpf une, %in, %in_5 : f32
      linalg.yield %31 : i1
    } -> tensor<256x512xi1>
    %25 = linalg.generic {indexing_maps = [#map, #map3, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%24, %cst_1, %23 : tensor<256x512xi1>, tensor<f32>, tensor<256x512xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: i1, %in_5: f32, %in_6: f32, %out: f32):
      %31 = arith.select %in, %in_5, %in_6 : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %18 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %31 = arith.subf %in, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<256x512xf32>
    %27 = tensor.empty() : tensor<f32>
    %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : tensor<f32>) -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "reduction"]} ins(%26 : tensor<256x512xf32>) outs(%28 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.addf %in, %out : f32
      linalg.yield %31 : f32
    } -> tensor<f32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%29 : tensor<f32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.divf %in, %cst_3 : f32
      linalg.yield %31 : f32
    } -> tensor<f32>
    return %30 : tensor<f32>
  }
}
