// torch_attention_causal
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> ()>
#map6 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<4x64x32xf32>, %arg1: tensor<4x64x32xf32>, %arg2: tensor<4x64x32xf32>) -> tensor<4x64x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<4x64x64xf32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<64x64xi1>
    %cst_5 = arith.constant 0xFFF0000000000000 : f64
    %cst_6 = arith.constant 0.42044820762685725 : f64
    %0 = tensor.empty() : tensor<4x64x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<4x64x32xf32>) outs(%0 : tensor<4x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %36 = arith.truncf %cst_6 : f64 to f32
      %37 = arith.mulf %in, %36 : f32
      linalg.yield %37 : f32
    } -> tensor<4x64x32xf32>
    %2 = tensor.empty() : tensor<64xi64>
    %3 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%2 : tensor<64xi64>) {
    ^bb0(%out: i64):
      %36 = linalg.index 0 : index
      %37 = arith.index_cast %36 : index to i64
      linalg.yield %37 : i64
    } -> tensor<64xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [1, 64] : tensor<64xi64> into tensor<1x64xi64>
    %expanded_7 = tensor.expand_shape %3 [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
    %4 = tensor.empty() : tensor<64x64xi64>
    %5 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded, %expanded_7 : tensor<1x64xi64>, tensor<64x1xi64>) outs(%4 : tensor<64x64xi64>) {
    ^bb0(%in: i64, %in_9: i64, %out: i64):
      %36 = arith.subi %in, %in_9 : i64
      linalg.yield %36 : i64
    } -> tensor<64x64xi64>
    %6 = tensor.empty() : tensor<64x64xi1>
    %7 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<64x64xi64>) outs(%6 : tensor<64x64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %36 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %36 : i1
    } -> tensor<64x64xi1>
    %8 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%7, %cst_4 : tensor<64x64xi1>, tensor<64x64xi1>) outs(%6 : tensor<64x64xi1>) {
    ^bb0(%in: i1, %in_9: i1, %out: i1):
      %36 = arith.andi %in, %in_9 : i1
      linalg.yield %36 : i1
    } -> tensor<64x64xi1>
    %9 = tensor.empty() : tensor<64x64xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map5, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%8, %cst_2, %cst_3 : tensor<64x64xi1>, tensor<f32>, tensor<f32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
      %36 = arith.select %in, %in_9, %in_10 : f32
      linalg.yield %36 : f32
    } -> tensor<64x64xf32>
    %11 = tensor.empty() : tensor<4x32x64xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<4x64x32xf32>) outs(%11 : tensor<4x32x64xf32>) permutation = [0, 2, 1] 
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<4x32x64xf32>) outs(%11 : tensor<4x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %36 = arith.truncf %cst_6 : f64 to f32
      %37 = arith.mulf %in, %36 : f32
      linalg.yield %37 : f32
    } -> tensor<4x32x64xf32>
    %13 = tensor.empty() : tensor<4x64x64xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %15 = linalg.batch_matmul ins(%1, %12 : tensor<4x64x32xf32>, tensor<4x32x64xf32>) outs(%14 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map6, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %10 : tensor<4x64x64xf32>, tensor<64x64xf32>) outs(%13 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %36 = arith.addf %in, %in_9 : f32
      linalg.yield %36 : f32
    } -> tensor<4x64x64xf32>
    %17 = tensor.empty() : tensor<4x64xi64>
    %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : tensor<4x64xi64>) -> tensor<4x64xi64>
    %19 = tensor.empty() : tensor<4x64xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %21:2 = linalg.generic {indexing_maps = [#map, #map7, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%16 : tensor<4x64x64xf32>) outs(%20, %18 : tensor<4x64xf32>, tensor<4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_9: i64):
      %36 = linalg.index 2 : index
      %37 = arith.index_cast %36 : index to i64
      %38 = arith.maximumf %in, %out : f32
      %39 = arith.cmpf ogt, %in, %out : f32
      %40 = arith.select %39, %37, %out_9 : i64
      linalg.yield %38, %40 : f32, i64
    } -> (tensor<4x64xf32>, tensor<4x64xi64>)
    %expanded_8 = tensor.expand_shape %21#0 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %expanded_8 : tensor<4x64x64xf32>, tensor<4x64x1xf32>) outs(%13 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %36 = arith.subf %in, %in_9 : f32
      linalg.yield %36 : f32
    } -> tensor<4x64x64xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<4x64x64xf32>) outs(%13 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %36 = math.exp %in : f32
      linalg.yield %36 : f32
    } -> tensor<4x64x64xf32>
    %24 = tensor.empty() : tensor<4x64x1xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<4x64x1xf32>) -> tensor<4x64x1xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%23 : tensor<4x64x64xf32>) outs(%25 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %36 = arith.addf %in, %out : f32
      linalg.yield %36 : f32
    } -> tensor<4x64x1xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<4x64x64xf32>, tensor<4x64x1xf32>) outs(%13 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %36 = arith.divf %in, %in_9 : f32
      linalg.yield %36 : f32
    } -> tensor<4x64x64xf32>
    %28 = tensor.empty() : tensor<4x64x64xi1>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<4x64x64xf32>) outs(%28 : tensor<4x64x64xi1>) {
    ^bb0(%in: f32, %out: i1):
      %36 = arith.extf %in : f32 to f64
      %37 = arith.cmpf oeq, %36, %cst_5 : f64
      linalg.yield %37 : i1
    } -> tensor<4x64x64xi1>
    %30 = tensor.empty() : tensor<4x64x1xi1>
    %31 = linalg.fill ins(%true : i1) outs(%30 : tensor<4x64x1xi1>) -> tensor<4x64x1xi1>
    %32 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%29 : tensor<4x64x64xi1>) outs(%31 : tensor<4x64x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %36 = arith.andi %in, %out : i1
      linalg.yield %36 : i1
    } -> tensor<4x64x1xi1>
    %33 = linalg.generic {indexing_maps = [#map8, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %cst_1, %27 : tensor<4x64x1xi1>, tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%13 : tensor<4x64x64xf32>) {
    ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
      %36 = arith.select %in, %in_9, %in_10 : f32
      linalg.yield %36 : f32
    } -> tensor<4x64x64xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
    %35 = linalg.batch_matmul ins(%33, %arg2 : tensor<4x64x64xf32>, tensor<4x64x32xf32>) outs(%34 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
    return %35 : tensor<4x64x32xf32>
  }
}
