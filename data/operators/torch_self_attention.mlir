// torch_self_attention
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<96x128xf32>, %arg1: tensor<128x384xf32>, %arg2: tensor<128x128xf32>) -> tensor<96x128xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<4x96x96xf32>
    %cst_2 = arith.constant 0xFFF0000000000000 : f64
    %cst_3 = arith.constant 0.42044820762685725 : f64
    %0 = tensor.empty() : tensor<96x384xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<96x384xf32>) -> tensor<96x384xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<96x128xf32>, tensor<128x384xf32>) outs(%1 : tensor<96x384xf32>) -> tensor<96x384xf32>
    %extracted_slice = tensor.extract_slice %2[0, 0] [96, 128] [1, 1] : tensor<96x384xf32> to tensor<96x128xf32>
    %extracted_slice_4 = tensor.extract_slice %2[0, 128] [96, 128] [1, 1] : tensor<96x384xf32> to tensor<96x128xf32>
    %extracted_slice_5 = tensor.extract_slice %2[0, 256] [96, 128] [1, 1] : tensor<96x384xf32> to tensor<96x128xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1, 2]] output_shape [96, 4, 32] : tensor<96x128xf32> into tensor<96x4x32xf32>
    %3 = tensor.empty() : tensor<4x96x32xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<96x4x32xf32>) outs(%3 : tensor<4x96x32xf32>) permutation = [1, 0, 2] 
    %expanded_6 = tensor.expand_shape %extracted_slice_4 [[0], [1, 2]] output_shape [96, 4, 32] : tensor<96x128xf32> into tensor<96x4x32xf32>
    %expanded_7 = tensor.expand_shape %extracted_slice_5 [[0], [1, 2]] output_shape [96, 4, 32] : tensor<96x128xf32> into tensor<96x4x32xf32>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<96x4x32xf32>) outs(%3 : tensor<4x96x32xf32>) permutation = [1, 0, 2] 
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<4x96x32xf32>) outs(%3 : tensor<4x96x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.truncf %cst_3 : f64 to f32
      %34 = arith.mulf %in, %33 : f32
      linalg.yield %34 : f32
    } -> tensor<4x96x32xf32>
    %5 = tensor.empty() : tensor<4x32x96xf32>
    %transposed_9 = linalg.transpose ins(%expanded_6 : tensor<96x4x32xf32>) outs(%5 : tensor<4x32x96xf32>) permutation = [1, 2, 0] 
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_9 : tensor<4x32x96xf32>) outs(%5 : tensor<4x32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.truncf %cst_3 : f64 to f32
      %34 = arith.mulf %in, %33 : f32
      linalg.yield %34 : f32
    } -> tensor<4x32x96xf32>
    %7 = tensor.empty() : tensor<4x96x96xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<4x96x96xf32>) -> tensor<4x96x96xf32>
    %9 = linalg.batch_matmul ins(%4, %6 : tensor<4x96x32xf32>, tensor<4x32x96xf32>) outs(%8 : tensor<4x96x96xf32>) -> tensor<4x96x96xf32>
    %10 = tensor.empty() : tensor<4x96xi64>
    %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : tensor<4x96xi64>) -> tensor<4x96xi64>
    %12 = tensor.empty() : tensor<4x96xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<4x96xf32>) -> tensor<4x96xf32>
    %14:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<4x96x96xf32>) outs(%13, %11 : tensor<4x96xf32>, tensor<4x96xi64>) {
    ^bb0(%in: f32, %out: f32, %out_12: i64):
      %33 = linalg.index 2 : index
      %34 = arith.index_cast %33 : index to i64
      %35 = arith.maximumf %in, %out : f32
      %36 = arith.cmpf ogt, %in, %out : f32
      %37 = arith.select %36, %34, %out_12 : i64
      linalg.yield %35, %37 : f32, i64
    } -> (tensor<4x96xf32>, tensor<4x96xi64>)
    %expanded_10 = tensor.expand_shape %14#0 [[0], [1, 2]] output_shape [4, 96, 1] : tensor<4x96xf32> into tensor<4x96x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %expanded_10 : tensor<4x96x96xf32>, tensor<4x96x1xf32>) outs(%7 : tensor<4x96x96xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %33 = arith.subf %in, %in_12 : f32
      linalg.yield %33 : f32
    } -> tensor<4x96x96xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<4x96x96xf32>) outs(%7 : tensor<4x96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = math.exp %in : f32
      linalg.yield %33 : f32
    } -> tensor<4x96x96xf32>
    %17 = tensor.empty() : tensor<4x96x1xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<4x96x1xf32>) -> tensor<4x96x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%16 : tensor<4x96x96xf32>) outs(%18 : tensor<4x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.addf %in, %out : f32
      linalg.yield %33 : f32
    } -> tensor<4x96x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %19 : tensor<4x96x96xf32>, tensor<4x96x1xf32>) outs(%7 : tensor<4x96x96xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %33 = arith.divf %in, %in_12 : f32
      linalg.yield %33 : f32
    } -> tensor<4x96x96xf32>
    %21 = tensor.empty() : tensor<4x96x96xi1>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<4x96x96xf32>) outs(%21 : tensor<4x96x96xi1>) {
    ^bb0(%in: f32, %out: i1):
      %33 = arith.extf %in : f32 to f64
      %34 = arith.cmpf oeq, %33, %cst_2 : f64
      linalg.yield %34 : i1
    } -> tensor<4x96x96xi1>
    %23 = tensor.empty() : tensor<4x96x1xi1>
    %24 = linalg.fill ins(%true : i1) outs(%23 : tensor<4x96x1xi1>) -> tensor<4x96x1xi1>
    %25 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%22 : tensor<4x96x96xi1>) outs(%24 : tensor<4x96x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %33 = arith.andi %in, %out : i1
      linalg.yield %33 : i1
    } -> tensor<4x96x1xi1>
    %26 = linalg.generic {indexing_maps = [#map2, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %cst_1, %20 : tensor<4x96x1xi1>, tensor<4x96x96xf32>, tensor<4x96x96xf32>) outs(%7 : tensor<4x96x96xf32>) {
    ^bb0(%in: i1, %in_12: f32, %in_13: f32, %out: f32):
      %33 = arith.select %in, %in_12, %in_13 : f32
      linalg.yield %33 : f32
    } -> tensor<4x96x96xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%3 : tensor<4x96x32xf32>) -> tensor<4x96x32xf32>
    %28 = linalg.batch_matmul ins(%26, %transposed_8 : tensor<4x96x96xf32>, tensor<4x96x32xf32>) outs(%27 : tensor<4x96x32xf32>) -> tensor<4x96x32xf32>
    %29 = tensor.empty() : tensor<96x4x32xf32>
    %transposed_11 = linalg.transpose ins(%28 : tensor<4x96x32xf32>) outs(%29 : tensor<96x4x32xf32>) permutation = [1, 0, 2] 
    %collapsed = tensor.collapse_shape %transposed_11 [[0], [1, 2]] : tensor<96x4x32xf32> into tensor<96x128xf32>
    %30 = tensor.empty() : tensor<96x128xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<96x128xf32>) -> tensor<96x128xf32>
    %32 = linalg.matmul ins(%collapsed, %arg2 : tensor<96x128xf32>, tensor<128x128xf32>) outs(%31 : tensor<96x128xf32>) -> tensor<96x128xf32>
    return %32 : tensor<96x128xf32>
  }
}
