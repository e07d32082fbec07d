// decoder_step
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @decoder_step(%arg0: tensor<1x576xf32>, %arg1: tensor<1x64xf32>, %arg2: tensor<1x64xf32>, %arg3: tensor<3x64x64xf32>, %arg4: tensor<3x64x64xf32>, %arg5: tensor<3x64x64xf32>, %arg6: tensor<3x64x64xf32>, %arg7: tensor<3x64x64xf32>, %arg8: tensor<3x64x64xf32>, %arg9: tensor<3x64x64xf32>, %arg10: tensor<3x64x64xf32>, %arg11: tensor<576xf32>, %arg12: tensor<576xf32>, %arg13: tensor<576x576xf32>, %arg14: tensor<576x576xf32>, %arg15: tensor<576x192xf32>, %arg16: tensor<576x192xf32>, %arg17: tensor<576x1536xf32>, %arg18: tensor<576x1536xf32>, %arg19: tensor<1536x576xf32>, %arg20: tensor<576xf32>, %arg21: tensor<576xf32>, %arg22: tensor<576x576xf32>, %arg23: tensor<576x576xf32>, %arg24: tensor<576x192xf32>, %arg25: tensor<576x192xf32>, %arg26: tensor<576x1536xf32>, %arg27: tensor<576x1536xf32>, %arg28: tensor<1536x576xf32>, %arg29: tensor<576xf32>, %arg30: tensor<576xf32>, %arg31: tensor<576x576xf32>, %arg32: tensor<576x576xf32>, %arg33: tensor<576x192xf32>, %arg34: tensor<576x192xf32>, %arg35: tensor<576x1536xf32>, %arg36: tensor<576x1536xf32>, %arg37: tensor<1536x576xf32>, %arg38: tensor<576xf32>, %arg39: tensor<576xf32>, %arg40: tensor<576x576xf32>, %arg41: tensor<576x576xf32>, %arg42: tensor<576x192xf32>, %arg43: tensor<576x192xf32>, %arg44: tensor<576x1536xf32>, %arg45: tensor<576x1536xf32>, %arg46: tensor<1536x576xf32>) -> (tensor<1x576xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 1.000000e-05 : f64
    %cst_3 = arith.constant 5.760000e+02 : f32
    %cst_4 = arith.constant 8.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x576xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %2 = tensor.empty() : tensor<1x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x1xf32>) -> tensor<1x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<1x576xf32>) outs(%3 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_3 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.truncf %cst_2 : f64 to f32
      %203 = arith.addf %in, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %7 : tensor<1x576xf32>, tensor<1x1xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %arg11 : tensor<1x576xf32>, tensor<576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %11 = linalg.matmul ins(%9, %arg13 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %expanded = tensor.expand_shape %11 [[0], [1, 2]] output_shape [1, 9, 64] : tensor<1x576xf32> into tensor<1x9x64xf32>
    %12 = tensor.empty() : tensor<9x1x64xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x9x64xf32>) outs(%12 : tensor<9x1x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice = tensor.extract_slice %transposed[0, 0, 0] [9, 1, 32] [1, 1, 1] : tensor<9x1x64xf32> to tensor<9x1x32xf32>
    %extracted_slice_5 = tensor.extract_slice %transposed[0, 0, 32] [9, 1, 32] [1, 1, 1] : tensor<9x1x64xf32> to tensor<9x1x32xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed, %arg1 : tensor<9x1x64xf32>, tensor<1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %14 = tensor.empty() : tensor<9x1x32xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_5 : tensor<9x1x32xf32>) outs(%14 : tensor<9x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x32xf32>
    %concat = tensor.concat dim(2) %15, %extracted_slice : (tensor<9x1x32xf32>, tensor<9x1x32xf32>) -> tensor<9x1x64xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg2 : tensor<9x1x64xf32>, tensor<1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %16 : tensor<9x1x64xf32>, tensor<9x1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %18 = tensor.empty() : tensor<1x192xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %20 = linalg.matmul ins(%9, %arg15 : tensor<1x576xf32>, tensor<576x192xf32>) outs(%19 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %expanded_6 = tensor.expand_shape %20 [[0], [1, 2]] output_shape [1, 3, 64] : tensor<1x192xf32> into tensor<1x3x64xf32>
    %21 = tensor.empty() : tensor<3x1x64xf32>
    %transposed_7 = linalg.transpose ins(%expanded_6 : tensor<1x3x64xf32>) outs(%21 : tensor<3x1x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_8 = tensor.extract_slice %transposed_7[0, 0, 0] [3, 1, 32] [1, 1, 1] : tensor<3x1x64xf32> to tensor<3x1x32xf32>
    %extracted_slice_9 = tensor.extract_slice %transposed_7[0, 0, 32] [3, 1, 32] [1, 1, 1] : tensor<3x1x64xf32> to tensor<3x1x32xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_7, %arg1 : tensor<3x1x64xf32>, tensor<1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %23 = tensor.empty() : tensor<3x1x32xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_9 : tensor<3x1x32xf32>) outs(%23 : tensor<3x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x32xf32>
    %concat_10 = tensor.concat dim(2) %24, %extracted_slice_8 : (tensor<3x1x32xf32>, tensor<3x1x32xf32>) -> tensor<3x1x64xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_10, %arg2 : tensor<3x1x64xf32>, tensor<1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %25 : tensor<3x1x64xf32>, tensor<3x1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %27 = linalg.matmul ins(%9, %arg16 : tensor<1x576xf32>, tensor<576x192xf32>) outs(%19 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %expanded_11 = tensor.expand_shape %27 [[0], [1, 2]] output_shape [1, 3, 64] : tensor<1x192xf32> into tensor<1x3x64xf32>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<1x3x64xf32>) outs(%21 : tensor<3x1x64xf32>) permutation = [1, 0, 2] 
    %concat_13 = tensor.concat dim(1) %arg3, %26 : (tensor<3x64x64xf32>, tensor<3x1x64xf32>) -> tensor<3x65x64xf32>
    %concat_14 = tensor.concat dim(1) %arg4, %transposed_12 : (tensor<3x64x64xf32>, tensor<3x1x64xf32>) -> tensor<3x65x64xf32>
    %expanded_15 = tensor.expand_shape %concat_13 [[0], [1, 2], [3]] output_shape [3, 1, 65, 64] : tensor<3x65x64xf32> into tensor<3x1x65x64xf32>
    %28 = tensor.empty() : tensor<3x1x64x65xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<3x1x65x64xf32>) outs(%28 : tensor<3x1x64x65xf32>) permutation = [0, 1, 3, 2] 
    %29 = tensor.empty() : tensor<3x3x64x65xf32>
    %collapsed = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<3x1x64x65xf32> into tensor<3x64x65xf32>
    %30 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<3x64x65xf32>) outs(%29 : tensor<3x3x64x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x65xf32>
    %collapsed_17 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : tensor<3x3x64x65xf32> into tensor<9x64x65xf32>
    %31 = tensor.empty() : tensor<9x1x65xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<9x1x65xf32>) -> tensor<9x1x65xf32>
    %33 = linalg.batch_matmul ins(%17, %collapsed_17 : tensor<9x1x64xf32>, tensor<9x64x65xf32>) outs(%32 : tensor<9x1x65xf32>) -> tensor<9x1x65xf32>
    %expanded_18 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [3, 3, 1, 65] : tensor<9x1x65xf32> into tensor<3x3x1x65xf32>
    %34 = tensor.empty() : tensor<3x3x1x65xf32>
    %35 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<3x3x1x65xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_4 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %36 = tensor.empty() : tensor<3x3x1xi64>
    %37 = linalg.fill ins(%c0_i64 : i64) outs(%36 : tensor<3x3x1xi64>) -> tensor<3x3x1xi64>
    %38 = tensor.empty() : tensor<3x3x1xf32>
    %39 = linalg.fill ins(%cst_0 : f32) outs(%38 : tensor<3x3x1xf32>) -> tensor<3x3x1xf32>
    %40:2 = linalg.generic {indexing_maps = [#map6, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%35 : tensor<3x3x1x65xf32>) outs(%39, %37 : tensor<3x3x1xf32>, tensor<3x3x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_96: i64):
      %202 = linalg.index 3 : index
      %203 = arith.index_cast %202 : index to i64
      %204 = arith.maximumf %in, %out : f32
      %205 = arith.cmpf ogt, %in, %out : f32
      %206 = arith.select %205, %203, %out_96 : i64
      linalg.yield %204, %206 : f32, i64
    } -> (tensor<3x3x1xf32>, tensor<3x3x1xi64>)
    %expanded_19 = tensor.expand_shape %40#0 [[0], [1], [2, 3]] output_shape [3, 3, 1, 1] : tensor<3x3x1xf32> into tensor<3x3x1x1xf32>
    %41 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %expanded_19 : tensor<3x3x1x65xf32>, tensor<3x3x1x1xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.subf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %42 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<3x3x1x65xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.exp %in : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %43 = tensor.empty() : tensor<3x3x1x1xf32>
    %44 = linalg.fill ins(%cst : f32) outs(%43 : tensor<3x3x1x1xf32>) -> tensor<3x3x1x1xf32>
    %45 = linalg.generic {indexing_maps = [#map6, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42 : tensor<3x3x1x65xf32>) outs(%44 : tensor<3x3x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x1xf32>
    %46 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %45 : tensor<3x3x1x65xf32>, tensor<3x3x1x1xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.divf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %collapsed_20 = tensor.collapse_shape %46 [[0, 1], [2], [3]] : tensor<3x3x1x65xf32> into tensor<9x1x65xf32>
    %47 = tensor.empty() : tensor<3x3x65x64xf32>
    %48 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_14 : tensor<3x65x64xf32>) outs(%47 : tensor<3x3x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x65x64xf32>
    %collapsed_21 = tensor.collapse_shape %48 [[0, 1], [2], [3]] : tensor<3x3x65x64xf32> into tensor<9x65x64xf32>
    %49 = linalg.fill ins(%cst : f32) outs(%12 : tensor<9x1x64xf32>) -> tensor<9x1x64xf32>
    %50 = linalg.batch_matmul ins(%collapsed_20, %collapsed_21 : tensor<9x1x65xf32>, tensor<9x65x64xf32>) outs(%49 : tensor<9x1x64xf32>) -> tensor<9x1x64xf32>
    %51 = tensor.empty() : tensor<1x9x64xf32>
    %transposed_22 = linalg.transpose ins(%50 : tensor<9x1x64xf32>) outs(%51 : tensor<1x9x64xf32>) permutation = [1, 0, 2] 
    %collapsed_23 = tensor.collapse_shape %transposed_22 [[0], [1, 2]] : tensor<1x9x64xf32> into tensor<1x576xf32>
    %52 = linalg.matmul ins(%collapsed_23, %arg14 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %52 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%53, %53 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%54 : tensor<1x576xf32>) outs(%3 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%55 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_3 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.truncf %cst_2 : f64 to f32
      %203 = arith.addf %in, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<1x1xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%53, %58 : tensor<1x576xf32>, tensor<1x1xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%59, %arg12 : tensor<1x576xf32>, tensor<576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %61 = tensor.empty() : tensor<1x1536xf32>
    %62 = linalg.fill ins(%cst : f32) outs(%61 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %63 = linalg.matmul ins(%60, %arg17 : tensor<1x576xf32>, tensor<576x1536xf32>) outs(%62 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%63 : tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      %203 = math.exp %202 : f32
      %204 = arith.addf %203, %cst_1 : f32
      %205 = arith.divf %cst_1, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<1x1536xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%63, %64 : tensor<1x1536xf32>, tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1536xf32>
    %66 = linalg.matmul ins(%60, %arg18 : tensor<1x576xf32>, tensor<576x1536xf32>) outs(%62 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%65, %66 : tensor<1x1536xf32>, tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1536xf32>
    %68 = linalg.matmul ins(%67, %arg19 : tensor<1x1536xf32>, tensor<1536x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%53, %68 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%69, %69 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%70 : tensor<1x576xf32>) outs(%3 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%71 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_3 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%72 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.truncf %cst_2 : f64 to f32
      %203 = arith.addf %in, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<1x1xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%73 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%69, %74 : tensor<1x576xf32>, tensor<1x1xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%75, %arg20 : tensor<1x576xf32>, tensor<576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %77 = linalg.matmul ins(%76, %arg22 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %expanded_24 = tensor.expand_shape %77 [[0], [1, 2]] output_shape [1, 9, 64] : tensor<1x576xf32> into tensor<1x9x64xf32>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<1x9x64xf32>) outs(%12 : tensor<9x1x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_26 = tensor.extract_slice %transposed_25[0, 0, 0] [9, 1, 32] [1, 1, 1] : tensor<9x1x64xf32> to tensor<9x1x32xf32>
    %extracted_slice_27 = tensor.extract_slice %transposed_25[0, 0, 32] [9, 1, 32] [1, 1, 1] : tensor<9x1x64xf32> to tensor<9x1x32xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_25, %arg1 : tensor<9x1x64xf32>, tensor<1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %79 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_27 : tensor<9x1x32xf32>) outs(%14 : tensor<9x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x32xf32>
    %concat_28 = tensor.concat dim(2) %79, %extracted_slice_26 : (tensor<9x1x32xf32>, tensor<9x1x32xf32>) -> tensor<9x1x64xf32>
    %80 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_28, %arg2 : tensor<9x1x64xf32>, tensor<1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %81 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %80 : tensor<9x1x64xf32>, tensor<9x1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %82 = linalg.matmul ins(%76, %arg24 : tensor<1x576xf32>, tensor<576x192xf32>) outs(%19 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %expanded_29 = tensor.expand_shape %82 [[0], [1, 2]] output_shape [1, 3, 64] : tensor<1x192xf32> into tensor<1x3x64xf32>
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<1x3x64xf32>) outs(%21 : tensor<3x1x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_31 = tensor.extract_slice %transposed_30[0, 0, 0] [3, 1, 32] [1, 1, 1] : tensor<3x1x64xf32> to tensor<3x1x32xf32>
    %extracted_slice_32 = tensor.extract_slice %transposed_30[0, 0, 32] [3, 1, 32] [1, 1, 1] : tensor<3x1x64xf32> to tensor<3x1x32xf32>
    %83 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_30, %arg1 : tensor<3x1x64xf32>, tensor<1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %84 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_32 : tensor<3x1x32xf32>) outs(%23 : tensor<3x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x32xf32>
    %concat_33 = tensor.concat dim(2) %84, %extracted_slice_31 : (tensor<3x1x32xf32>, tensor<3x1x32xf32>) -> tensor<3x1x64xf32>
    %85 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_33, %arg2 : tensor<3x1x64xf32>, tensor<1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %86 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %85 : tensor<3x1x64xf32>, tensor<3x1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %87 = linalg.matmul ins(%76, %arg25 : tensor<1x576xf32>, tensor<576x192xf32>) outs(%19 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %expanded_34 = tensor.expand_shape %87 [[0], [1, 2]] output_shape [1, 3, 64] : tensor<1x192xf32> into tensor<1x3x64xf32>
    %transposed_35 = linalg.transpose ins(%expanded_34 : tensor<1x3x64xf32>) outs(%21 : tensor<3x1x64xf32>) permutation = [1, 0, 2] 
    %concat_36 = tensor.concat dim(1) %arg5, %86 : (tensor<3x64x64xf32>, tensor<3x1x64xf32>) -> tensor<3x65x64xf32>
    %concat_37 = tensor.concat dim(1) %arg6, %transposed_35 : (tensor<3x64x64xf32>, tensor<3x1x64xf32>) -> tensor<3x65x64xf32>
    %expanded_38 = tensor.expand_shape %concat_36 [[0], [1, 2], [3]] output_shape [3, 1, 65, 64] : tensor<3x65x64xf32> into tensor<3x1x65x64xf32>
    %transposed_39 = linalg.transpose ins(%expanded_38 : tensor<3x1x65x64xf32>) outs(%28 : tensor<3x1x64x65xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_40 = tensor.collapse_shape %transposed_39 [[0, 1], [2], [3]] : tensor<3x1x64x65xf32> into tensor<3x64x65xf32>
    %88 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_40 : tensor<3x64x65xf32>) outs(%29 : tensor<3x3x64x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x65xf32>
    %collapsed_41 = tensor.collapse_shape %88 [[0, 1], [2], [3]] : tensor<3x3x64x65xf32> into tensor<9x64x65xf32>
    %89 = linalg.batch_matmul ins(%81, %collapsed_41 : tensor<9x1x64xf32>, tensor<9x64x65xf32>) outs(%32 : tensor<9x1x65xf32>) -> tensor<9x1x65xf32>
    %expanded_42 = tensor.expand_shape %89 [[0, 1], [2], [3]] output_shape [3, 3, 1, 65] : tensor<9x1x65xf32> into tensor<3x3x1x65xf32>
    %90 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_42 : tensor<3x3x1x65xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_4 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %91:2 = linalg.generic {indexing_maps = [#map6, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%90 : tensor<3x3x1x65xf32>) outs(%39, %37 : tensor<3x3x1xf32>, tensor<3x3x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_96: i64):
      %202 = linalg.index 3 : index
      %203 = arith.index_cast %202 : index to i64
      %204 = arith.maximumf %in, %out : f32
      %205 = arith.cmpf ogt, %in, %out : f32
      %206 = arith.select %205, %203, %out_96 : i64
      linalg.yield %204, %206 : f32, i64
    } -> (tensor<3x3x1xf32>, tensor<3x3x1xi64>)
    %expanded_43 = tensor.expand_shape %91#0 [[0], [1], [2, 3]] output_shape [3, 3, 1, 1] : tensor<3x3x1xf32> into tensor<3x3x1x1xf32>
    %92 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90, %expanded_43 : tensor<3x3x1x65xf32>, tensor<3x3x1x1xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.subf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %93 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<3x3x1x65xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.exp %in : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %94 = linalg.generic {indexing_maps = [#map6, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%93 : tensor<3x3x1x65xf32>) outs(%44 : tensor<3x3x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x1xf32>
    %95 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %94 : tensor<3x3x1x65xf32>, tensor<3x3x1x1xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.divf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %collapsed_44 = tensor.collapse_shape %95 [[0, 1], [2], [3]] : tensor<3x3x1x65xf32> into tensor<9x1x65xf32>
    %96 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_37 : tensor<3x65x64xf32>) outs(%47 : tensor<3x3x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x65x64xf32>
    %collapsed_45 = tensor.collapse_shape %96 [[0, 1], [2], [3]] : tensor<3x3x65x64xf32> into tensor<9x65x64xf32>
    %97 = linalg.batch_matmul ins(%collapsed_44, %collapsed_45 : tensor<9x1x65xf32>, tensor<9x65x64xf32>) outs(%49 : tensor<9x1x64xf32>) -> tensor<9x1x64xf32>
    %transposed_46 = linalg.transpose ins(%97 : tensor<9x1x64xf32>) outs(%51 : tensor<1x9x64xf32>) permutation = [1, 0, 2] 
    %collapsed_47 = tensor.collapse_shape %transposed_46 [[0], [1, 2]] : tensor<1x9x64xf32> into tensor<1x576xf32>
    %98 = linalg.matmul ins(%collapsed_47, %arg23 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%69, %98 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%99, %99 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%100 : tensor<1x576xf32>) outs(%3 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%101 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_3 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.truncf %cst_2 : f64 to f32
      %203 = arith.addf %in, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<1x1xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%103 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%99, %104 : tensor<1x576xf32>, tensor<1x1xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%105, %arg21 : tensor<1x576xf32>, tensor<576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %107 = linalg.matmul ins(%106, %arg26 : tensor<1x576xf32>, tensor<576x1536xf32>) outs(%62 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%107 : tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      %203 = math.exp %202 : f32
      %204 = arith.addf %203, %cst_1 : f32
      %205 = arith.divf %cst_1, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<1x1536xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%107, %108 : tensor<1x1536xf32>, tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1536xf32>
    %110 = linalg.matmul ins(%106, %arg27 : tensor<1x576xf32>, tensor<576x1536xf32>) outs(%62 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %111 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%109, %110 : tensor<1x1536xf32>, tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1536xf32>
    %112 = linalg.matmul ins(%111, %arg28 : tensor<1x1536xf32>, tensor<1536x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%99, %112 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%113, %113 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%114 : tensor<1x576xf32>) outs(%3 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %116 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%115 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_3 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%116 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.truncf %cst_2 : f64 to f32
      %203 = arith.addf %in, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<1x1xf32>
    %118 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%117 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%113, %118 : tensor<1x576xf32>, tensor<1x1xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%119, %arg29 : tensor<1x576xf32>, tensor<576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %121 = linalg.matmul ins(%120, %arg31 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %expanded_48 = tensor.expand_shape %121 [[0], [1, 2]] output_shape [1, 9, 64] : tensor<1x576xf32> into tensor<1x9x64xf32>
    %transposed_49 = linalg.transpose ins(%expanded_48 : tensor<1x9x64xf32>) outs(%12 : tensor<9x1x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_50 = tensor.extract_slice %transposed_49[0, 0, 0] [9, 1, 32] [1, 1, 1] : tensor<9x1x64xf32> to tensor<9x1x32xf32>
    %extracted_slice_51 = tensor.extract_slice %transposed_49[0, 0, 32] [9, 1, 32] [1, 1, 1] : tensor<9x1x64xf32> to tensor<9x1x32xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_49, %arg1 : tensor<9x1x64xf32>, tensor<1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_51 : tensor<9x1x32xf32>) outs(%14 : tensor<9x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x32xf32>
    %concat_52 = tensor.concat dim(2) %123, %extracted_slice_50 : (tensor<9x1x32xf32>, tensor<9x1x32xf32>) -> tensor<9x1x64xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_52, %arg2 : tensor<9x1x64xf32>, tensor<1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %125 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %124 : tensor<9x1x64xf32>, tensor<9x1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %126 = linalg.matmul ins(%120, %arg33 : tensor<1x576xf32>, tensor<576x192xf32>) outs(%19 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %expanded_53 = tensor.expand_shape %126 [[0], [1, 2]] output_shape [1, 3, 64] : tensor<1x192xf32> into tensor<1x3x64xf32>
    %transposed_54 = linalg.transpose ins(%expanded_53 : tensor<1x3x64xf32>) outs(%21 : tensor<3x1x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_55 = tensor.extract_slice %transposed_54[0, 0, 0] [3, 1, 32] [1, 1, 1] : tensor<3x1x64xf32> to tensor<3x1x32xf32>
    %extracted_slice_56 = tensor.extract_slice %transposed_54[0, 0, 32] [3, 1, 32] [1, 1, 1] : tensor<3x1x64xf32> to tensor<3x1x32xf32>
    %127 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_54, %arg1 : tensor<3x1x64xf32>, tensor<1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %128 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_56 : tensor<3x1x32xf32>) outs(%23 : tensor<3x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x32xf32>
    %concat_57 = tensor.concat dim(2) %128, %extracted_slice_55 : (tensor<3x1x32xf32>, tensor<3x1x32xf32>) -> tensor<3x1x64xf32>
    %129 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_57, %arg2 : tensor<3x1x64xf32>, tensor<1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %130 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %129 : tensor<3x1x64xf32>, tensor<3x1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %131 = linalg.matmul ins(%120, %arg34 : tensor<1x576xf32>, tensor<576x192xf32>) outs(%19 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %expanded_58 = tensor.expand_shape %131 [[0], [1, 2]] output_shape [1, 3, 64] : tensor<1x192xf32> into tensor<1x3x64xf32>
    %transposed_59 = linalg.transpose ins(%expanded_58 : tensor<1x3x64xf32>) outs(%21 : tensor<3x1x64xf32>) permutation = [1, 0, 2] 
    %concat_60 = tensor.concat dim(1) %arg7, %130 : (tensor<3x64x64xf32>, tensor<3x1x64xf32>) -> tensor<3x65x64xf32>
    %concat_61 = tensor.concat dim(1) %arg8, %transposed_59 : (tensor<3x64x64xf32>, tensor<3x1x64xf32>) -> tensor<3x65x64xf32>
    %expanded_62 = tensor.expand_shape %concat_60 [[0], [1, 2], [3]] output_shape [3, 1, 65, 64] : tensor<3x65x64xf32> into tensor<3x1x65x64xf32>
    %transposed_63 = linalg.transpose ins(%expanded_62 : tensor<3x1x65x64xf32>) outs(%28 : tensor<3x1x64x65xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_64 = tensor.collapse_shape %transposed_63 [[0, 1], [2], [3]] : tensor<3x1x64x65xf32> into tensor<3x64x65xf32>
    %132 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_64 : tensor<3x64x65xf32>) outs(%29 : tensor<3x3x64x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x65xf32>
    %collapsed_65 = tensor.collapse_shape %132 [[0, 1], [2], [3]] : tensor<3x3x64x65xf32> into tensor<9x64x65xf32>
    %133 = linalg.batch_matmul ins(%125, %collapsed_65 : tensor<9x1x64xf32>, tensor<9x64x65xf32>) outs(%32 : tensor<9x1x65xf32>) -> tensor<9x1x65xf32>
    %expanded_66 = tensor.expand_shape %133 [[0, 1], [2], [3]] output_shape [3, 3, 1, 65] : tensor<9x1x65xf32> into tensor<3x3x1x65xf32>
    %134 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_66 : tensor<3x3x1x65xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_4 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %135:2 = linalg.generic {indexing_maps = [#map6, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%134 : tensor<3x3x1x65xf32>) outs(%39, %37 : tensor<3x3x1xf32>, tensor<3x3x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_96: i64):
      %202 = linalg.index 3 : index
      %203 = arith.index_cast %202 : index to i64
      %204 = arith.maximumf %in, %out : f32
      %205 = arith.cmpf ogt, %in, %out : f32
      %206 = arith.select %205, %203, %out_96 : i64
      linalg.yield %204, %206 : f32, i64
    } -> (tensor<3x3x1xf32>, tensor<3x3x1xi64>)
    %expanded_67 = tensor.expand_shape %135#0 [[0], [1], [2, 3]] output_shape [3, 3, 1, 1] : tensor<3x3x1xf32> into tensor<3x3x1x1xf32>
    %136 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%134, %expanded_67 : tensor<3x3x1x65xf32>, tensor<3x3x1x1xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.subf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %137 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136 : tensor<3x3x1x65xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.exp %in : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %138 = linalg.generic {indexing_maps = [#map6, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%137 : tensor<3x3x1x65xf32>) outs(%44 : tensor<3x3x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x1xf32>
    %139 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%137, %138 : tensor<3x3x1x65xf32>, tensor<3x3x1x1xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.divf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %collapsed_68 = tensor.collapse_shape %139 [[0, 1], [2], [3]] : tensor<3x3x1x65xf32> into tensor<9x1x65xf32>
    %140 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_61 : tensor<3x65x64xf32>) outs(%47 : tensor<3x3x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x65x64xf32>
    %collapsed_69 = tensor.collapse_shape %140 [[0, 1], [2], [3]] : tensor<3x3x65x64xf32> into tensor<9x65x64xf32>
    %141 = linalg.batch_matmul ins(%collapsed_68, %collapsed_69 : tensor<9x1x65xf32>, tensor<9x65x64xf32>) outs(%49 : tensor<9x1x64xf32>) -> tensor<9x1x64xf32>
    %transposed_70 = linalg.transpose ins(%141 : tensor<9x1x64xf32>) outs(%51 : tensor<1x9x64xf32>) permutation = [1, 0, 2] 
    %collapsed_71 = tensor.collapse_shape %transposed_70 [[0], [1, 2]] : tensor<1x9x64xf32> into tensor<1x576xf32>
    %142 = linalg.matmul ins(%collapsed_71, %arg32 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%113, %142 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%143, %143 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %145 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%144 : tensor<1x576xf32>) outs(%3 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%145 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_3 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%146 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.truncf %cst_2 : f64 to f32
      %203 = arith.addf %in, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<1x1xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%143, %148 : tensor<1x576xf32>, tensor<1x1xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %150 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%149, %arg30 : tensor<1x576xf32>, tensor<576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %151 = linalg.matmul ins(%150, %arg35 : tensor<1x576xf32>, tensor<576x1536xf32>) outs(%62 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %152 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%151 : tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      %203 = math.exp %202 : f32
      %204 = arith.addf %203, %cst_1 : f32
      %205 = arith.divf %cst_1, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<1x1536xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%151, %152 : tensor<1x1536xf32>, tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1536xf32>
    %154 = linalg.matmul ins(%150, %arg36 : tensor<1x576xf32>, tensor<576x1536xf32>) outs(%62 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%153, %154 : tensor<1x1536xf32>, tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1536xf32>
    %156 = linalg.matmul ins(%155, %arg37 : tensor<1x1536xf32>, tensor<1536x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%143, %156 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%157, %157 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %159 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%158 : tensor<1x576xf32>) outs(%3 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%159 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_3 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%160 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.truncf %cst_2 : f64 to f32
      %203 = arith.addf %in, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<1x1xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%161 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %163 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%157, %162 : tensor<1x576xf32>, tensor<1x1xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %164 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%163, %arg38 : tensor<1x576xf32>, tensor<576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %165 = linalg.matmul ins(%164, %arg40 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %expanded_72 = tensor.expand_shape %165 [[0], [1, 2]] output_shape [1, 9, 64] : tensor<1x576xf32> into tensor<1x9x64xf32>
    %transposed_73 = linalg.transpose ins(%expanded_72 : tensor<1x9x64xf32>) outs(%12 : tensor<9x1x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_74 = tensor.extract_slice %transposed_73[0, 0, 0] [9, 1, 32] [1, 1, 1] : tensor<9x1x64xf32> to tensor<9x1x32xf32>
    %extracted_slice_75 = tensor.extract_slice %transposed_73[0, 0, 32] [9, 1, 32] [1, 1, 1] : tensor<9x1x64xf32> to tensor<9x1x32xf32>
    %166 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_73, %arg1 : tensor<9x1x64xf32>, tensor<1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %167 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_75 : tensor<9x1x32xf32>) outs(%14 : tensor<9x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x32xf32>
    %concat_76 = tensor.concat dim(2) %167, %extracted_slice_74 : (tensor<9x1x32xf32>, tensor<9x1x32xf32>) -> tensor<9x1x64xf32>
    %168 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_76, %arg2 : tensor<9x1x64xf32>, tensor<1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %169 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166, %168 : tensor<9x1x64xf32>, tensor<9x1x64xf32>) outs(%12 : tensor<9x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<9x1x64xf32>
    %170 = linalg.matmul ins(%164, %arg42 : tensor<1x576xf32>, tensor<576x192xf32>) outs(%19 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %expanded_77 = tensor.expand_shape %170 [[0], [1, 2]] output_shape [1, 3, 64] : tensor<1x192xf32> into tensor<1x3x64xf32>
    %transposed_78 = linalg.transpose ins(%expanded_77 : tensor<1x3x64xf32>) outs(%21 : tensor<3x1x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_79 = tensor.extract_slice %transposed_78[0, 0, 0] [3, 1, 32] [1, 1, 1] : tensor<3x1x64xf32> to tensor<3x1x32xf32>
    %extracted_slice_80 = tensor.extract_slice %transposed_78[0, 0, 32] [3, 1, 32] [1, 1, 1] : tensor<3x1x64xf32> to tensor<3x1x32xf32>
    %171 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_78, %arg1 : tensor<3x1x64xf32>, tensor<1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %172 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_80 : tensor<3x1x32xf32>) outs(%23 : tensor<3x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x32xf32>
    %concat_81 = tensor.concat dim(2) %172, %extracted_slice_79 : (tensor<3x1x32xf32>, tensor<3x1x32xf32>) -> tensor<3x1x64xf32>
    %173 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_81, %arg2 : tensor<3x1x64xf32>, tensor<1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %174 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %173 : tensor<3x1x64xf32>, tensor<3x1x64xf32>) outs(%21 : tensor<3x1x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x1x64xf32>
    %175 = linalg.matmul ins(%164, %arg43 : tensor<1x576xf32>, tensor<576x192xf32>) outs(%19 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %expanded_82 = tensor.expand_shape %175 [[0], [1, 2]] output_shape [1, 3, 64] : tensor<1x192xf32> into tensor<1x3x64xf32>
    %transposed_83 = linalg.transpose ins(%expanded_82 : tensor<1x3x64xf32>) outs(%21 : tensor<3x1x64xf32>) permutation = [1, 0, 2] 
    %concat_84 = tensor.concat dim(1) %arg9, %174 : (tensor<3x64x64xf32>, tensor<3x1x64xf32>) -> tensor<3x65x64xf32>
    %concat_85 = tensor.concat dim(1) %arg10, %transposed_83 : (tensor<3x64x64xf32>, tensor<3x1x64xf32>) -> tensor<3x65x64xf32>
    %expanded_86 = tensor.expand_shape %concat_84 [[0], [1, 2], [3]] output_shape [3, 1, 65, 64] : tensor<3x65x64xf32> into tensor<3x1x65x64xf32>
    %transposed_87 = linalg.transpose ins(%expanded_86 : tensor<3x1x65x64xf32>) outs(%28 : tensor<3x1x64x65xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_88 = tensor.collapse_shape %transposed_87 [[0, 1], [2], [3]] : tensor<3x1x64x65xf32> into tensor<3x64x65xf32>
    %176 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_88 : tensor<3x64x65xf32>) outs(%29 : tensor<3x3x64x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x65xf32>
    %collapsed_89 = tensor.collapse_shape %176 [[0, 1], [2], [3]] : tensor<3x3x64x65xf32> into tensor<9x64x65xf32>
    %177 = linalg.batch_matmul ins(%169, %collapsed_89 : tensor<9x1x64xf32>, tensor<9x64x65xf32>) outs(%32 : tensor<9x1x65xf32>) -> tensor<9x1x65xf32>
    %expanded_90 = tensor.expand_shape %177 [[0, 1], [2], [3]] output_shape [3, 3, 1, 65] : tensor<9x1x65xf32> into tensor<3x3x1x65xf32>
    %178 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_90 : tensor<3x3x1x65xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_4 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %179:2 = linalg.generic {indexing_maps = [#map6, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%178 : tensor<3x3x1x65xf32>) outs(%39, %37 : tensor<3x3x1xf32>, tensor<3x3x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_96: i64):
      %202 = linalg.index 3 : index
      %203 = arith.index_cast %202 : index to i64
      %204 = arith.maximumf %in, %out : f32
      %205 = arith.cmpf ogt, %in, %out : f32
      %206 = arith.select %205, %203, %out_96 : i64
      linalg.yield %204, %206 : f32, i64
    } -> (tensor<3x3x1xf32>, tensor<3x3x1xi64>)
    %expanded_91 = tensor.expand_shape %179#0 [[0], [1], [2, 3]] output_shape [3, 3, 1, 1] : tensor<3x3x1xf32> into tensor<3x3x1x1xf32>
    %180 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178, %expanded_91 : tensor<3x3x1x65xf32>, tensor<3x3x1x1xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.subf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %181 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%180 : tensor<3x3x1x65xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.exp %in : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %182 = linalg.generic {indexing_maps = [#map6, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%181 : tensor<3x3x1x65xf32>) outs(%44 : tensor<3x3x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x1xf32>
    %183 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181, %182 : tensor<3x3x1x65xf32>, tensor<3x3x1x1xf32>) outs(%34 : tensor<3x3x1x65xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.divf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<3x3x1x65xf32>
    %collapsed_92 = tensor.collapse_shape %183 [[0, 1], [2], [3]] : tensor<3x3x1x65xf32> into tensor<9x1x65xf32>
    %184 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_85 : tensor<3x65x64xf32>) outs(%47 : tensor<3x3x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x65x64xf32>
    %collapsed_93 = tensor.collapse_shape %184 [[0, 1], [2], [3]] : tensor<3x3x65x64xf32> into tensor<9x65x64xf32>
    %185 = linalg.batch_matmul ins(%collapsed_92, %collapsed_93 : tensor<9x1x65xf32>, tensor<9x65x64xf32>) outs(%49 : tensor<9x1x64xf32>) -> tensor<9x1x64xf32>
    %transposed_94 = linalg.transpose ins(%185 : tensor<9x1x64xf32>) outs(%51 : tensor<1x9x64xf32>) permutation = [1, 0, 2] 
    %collapsed_95 = tensor.collapse_shape %transposed_94 [[0], [1, 2]] : tensor<1x9x64xf32> into tensor<1x576xf32>
    %186 = linalg.matmul ins(%collapsed_95, %arg41 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%157, %186 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %188 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%187, %187 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %189 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%188 : tensor<1x576xf32>) outs(%3 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %in, %out : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %190 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%189 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.divf %in, %cst_3 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %191 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%190 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.truncf %cst_2 : f64 to f32
      %203 = arith.addf %in, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<1x1xf32>
    %192 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%191 : tensor<1x1xf32>) outs(%2 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<1x1xf32>
    %193 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%187, %192 : tensor<1x576xf32>, tensor<1x1xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %194 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%193, %arg39 : tensor<1x576xf32>, tensor<576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    %195 = linalg.matmul ins(%194, %arg44 : tensor<1x576xf32>, tensor<576x1536xf32>) outs(%62 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %196 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%195 : tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.negf %in : f32
      %203 = math.exp %202 : f32
      %204 = arith.addf %203, %cst_1 : f32
      %205 = arith.divf %cst_1, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<1x1536xf32>
    %197 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%195, %196 : tensor<1x1536xf32>, tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1536xf32>
    %198 = linalg.matmul ins(%194, %arg45 : tensor<1x576xf32>, tensor<576x1536xf32>) outs(%62 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %199 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%197, %198 : tensor<1x1536xf32>, tensor<1x1536xf32>) outs(%61 : tensor<1x1536xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.mulf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x1536xf32>
    %200 = linalg.matmul ins(%199, %arg46 : tensor<1x1536xf32>, tensor<1536x576xf32>) outs(%10 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %201 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%187, %200 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%0 : tensor<1x576xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %202 = arith.addf %in, %in_96 : f32
      linalg.yield %202 : f32
    } -> tensor<1x576xf32>
    return %201, %26, %transposed_12, %86, %transposed_35, %130, %transposed_59, %174, %transposed_83 : tensor<1x576xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>, tensor<3x1x64xf32>
  }
}
// -----
// decoder_step.op2
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<1x576xf32>, %arg1: memref<576xf32>, %arg2: memref<1x576xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 5.760000e+02 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x576xf32> to tensor<1x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576xf32> to tensor<576xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<1x576xf32> to tensor<1x576xf32>
    %3 = tensor.empty() : tensor<1xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<1xf32>) -> tensor<1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["parallel", "reduction"]} ins(%0, %0 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%4 : tensor<1xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %9 = arith.mulf %in, %in_2 : f32
      %10 = arith.addf %9, %out : f32
      linalg.yield %10 : f32
    } -> tensor<1xf32>
    %6 = tensor.empty() : tensor<1xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%5 : tensor<1xf32>) outs(%6 : tensor<1xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.divf %in, %cst_0 : f32
      %10 = arith.truncf %cst_1 : f64 to f32
      %11 = arith.addf %9, %10 : f32
      %12 = math.rsqrt %11 : f32
      linalg.yield %12 : f32
    } -> tensor<1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%0, %7, %1 : tensor<1x576xf32>, tensor<1xf32>, tensor<576xf32>) outs(%2 : tensor<1x576xf32>) attrs =  {mlirgym.op = "op2"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %out: f32):
      %9 = arith.mulf %in, %in_2 : f32
      %10 = arith.mulf %9, %in_3 : f32
      linalg.yield %10 : f32
    } -> tensor<1x576xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg2 : (tensor<1x576xf32>, memref<1x576xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op3
module {
  func.func @payload(%arg0: memref<1x576xf32>, %arg1: memref<576x576xf32>, %arg2: memref<1x576xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x576xf32> to tensor<1x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x576xf32> to tensor<576x576xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<1x576xf32> to tensor<1x576xf32>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%2 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %4 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%3 : tensor<1x576xf32>) -> tensor<1x576xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<1x576xf32>, memref<1x576xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op4
#map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<1x576xf32>, %arg1: memref<9x1x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x576xf32> to tensor<1x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<9x1x64xf32> to tensor<9x1x64xf32>
    %expanded = tensor.expand_shape %0 [[0], [1, 2]] output_shape [1, 9, 64] : tensor<1x576xf32> into tensor<1x9x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x9x64xf32>) outs(%1 : tensor<9x1x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x1x64xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<9x1x64xf32>, memref<9x1x64xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op5
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<9x1x64xf32>, %arg1: memref<9x1x32xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<9x1x64xf32> to tensor<9x1x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<9x1x32xf32> to tensor<9x1x32xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 32] [9, 1, 32] [1, 1, 1] : tensor<9x1x64xf32> to tensor<9x1x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<9x1x32xf32>) outs(%1 : tensor<9x1x32xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.negf %in : f32
      linalg.yield %3 : f32
    } -> tensor<9x1x32xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<9x1x32xf32>, memref<9x1x32xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op6
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
module {
  func.func @payload(%arg0: memref<9x1x32xf32>, %arg1: memref<9x1x64xf32>, %arg2: memref<1x64xf32>, %arg3: memref<1x64xf32>, %arg4: memref<9x1x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<9x1x32xf32> to tensor<9x1x32xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<9x1x64xf32> to tensor<9x1x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1x64xf32> to tensor<1x64xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<1x64xf32> to tensor<1x64xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<9x1x64xf32> to tensor<9x1x64xf32>
    %extracted_slice = tensor.extract_slice %1[0, 0, 0] [9, 1, 32] [1, 1, 1] : tensor<9x1x64xf32> to tensor<9x1x32xf32>
    %concat = tensor.concat dim(2) %0, %extracted_slice : (tensor<9x1x32xf32>, tensor<9x1x32xf32>) -> tensor<9x1x64xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %2, %concat, %3 : tensor<9x1x64xf32>, tensor<1x64xf32>, tensor<9x1x64xf32>, tensor<1x64xf32>) outs(%4 : tensor<9x1x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32):
      %6 = arith.mulf %in_1, %in_2 : f32
      %7 = arith.mulf %in, %in_0 : f32
      %8 = arith.addf %7, %6 : f32
      linalg.yield %8 : f32
    } -> tensor<9x1x64xf32>
    bufferization.materialize_in_destination %5 in restrict writable %arg4 : (tensor<9x1x64xf32>, memref<9x1x64xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op7
module {
  func.func @payload(%arg0: memref<1x576xf32>, %arg1: memref<576x192xf32>, %arg2: memref<1x192xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x576xf32> to tensor<1x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x192xf32> to tensor<576x192xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<1x192xf32> to tensor<1x192xf32>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%2 : tensor<1x192xf32>) -> tensor<1x192xf32>
    %4 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<1x576xf32>, tensor<576x192xf32>) outs(%3 : tensor<1x192xf32>) -> tensor<1x192xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<1x192xf32>, memref<1x192xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op8
#map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<1x192xf32>, %arg1: memref<3x1x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x192xf32> to tensor<1x192xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<3x1x64xf32> to tensor<3x1x64xf32>
    %expanded = tensor.expand_shape %0 [[0], [1, 2]] output_shape [1, 3, 64] : tensor<1x192xf32> into tensor<1x3x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x3x64xf32>) outs(%1 : tensor<3x1x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x1x64xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<3x1x64xf32>, memref<3x1x64xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op9
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<3x1x64xf32>, %arg1: memref<3x1x32xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x1x64xf32> to tensor<3x1x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<3x1x32xf32> to tensor<3x1x32xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 32] [3, 1, 32] [1, 1, 1] : tensor<3x1x64xf32> to tensor<3x1x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<3x1x32xf32>) outs(%1 : tensor<3x1x32xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.negf %in : f32
      linalg.yield %3 : f32
    } -> tensor<3x1x32xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<3x1x32xf32>, memref<3x1x32xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op10
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
module {
  func.func @payload(%arg0: memref<3x1x32xf32>, %arg1: memref<1x64xf32>, %arg2: memref<1x64xf32>, %arg3: memref<3x1x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x1x32xf32> to tensor<3x1x32xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<1x64xf32> to tensor<1x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1x64xf32> to tensor<1x64xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<3x1x64xf32> to tensor<3x1x64xf32>
    %extracted_slice = tensor.extract_slice %3[0, 0, 0] [3, 1, 32] [1, 1, 1] : tensor<3x1x64xf32> to tensor<3x1x32xf32>
    %concat = tensor.concat dim(2) %0, %extracted_slice : (tensor<3x1x32xf32>, tensor<3x1x32xf32>) -> tensor<3x1x64xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %1, %concat, %2 : tensor<3x1x64xf32>, tensor<1x64xf32>, tensor<3x1x64xf32>, tensor<1x64xf32>) outs(%3 : tensor<3x1x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32):
      %5 = arith.mulf %in_1, %in_2 : f32
      %6 = arith.mulf %in, %in_0 : f32
      %7 = arith.addf %6, %5 : f32
      linalg.yield %7 : f32
    } -> tensor<3x1x64xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg3 : (tensor<3x1x64xf32>, memref<3x1x64xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op14
#map = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @payload(%arg0: memref<3x64x64xf32>, %arg1: memref<3x1x64xf32>, %arg2: memref<3x3x64x65xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x64x64xf32> to tensor<3x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3x1x64xf32> to tensor<3x1x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<3x3x64x65xf32> to tensor<3x3x64x65xf32>
    %concat = tensor.concat dim(1) %0, %1 : (tensor<3x64x64xf32>, tensor<3x1x64xf32>) -> tensor<3x65x64xf32>
    %3 = tensor.empty() : tensor<3x64x65xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<3x65x64xf32>) outs(%3 : tensor<3x64x65xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x64x65xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<3x64x65xf32>) outs(%2 : tensor<3x3x64x65xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x65xf32>
    bufferization.materialize_in_destination %5 in restrict writable %arg2 : (tensor<3x3x64x65xf32>, memref<3x3x64x65xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op15
module {
  func.func @payload(%arg0: memref<9x1x64xf32>, %arg1: memref<3x3x64x65xf32>, %arg2: memref<9x1x65xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<9x1x64xf32> to tensor<9x1x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3x3x64x65xf32> to tensor<3x3x64x65xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<9x1x65xf32> to tensor<9x1x65xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<3x3x64x65xf32> into tensor<9x64x65xf32>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%2 : tensor<9x1x65xf32>) -> tensor<9x1x65xf32>
    %4 = linalg.batch_matmul {mlirgym.op = "op0"} ins(%0, %collapsed : tensor<9x1x64xf32>, tensor<9x64x65xf32>) outs(%3 : tensor<9x1x65xf32>) -> tensor<9x1x65xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<9x1x65xf32>, memref<9x1x65xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op20
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<9x1x65xf32>, %arg1: memref<3x3x1x65xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 8.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<9x1x65xf32> to tensor<9x1x65xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<3x3x1x65xf32> to tensor<3x3x1x65xf32>
    %expanded = tensor.expand_shape %0 [[0, 1], [2], [3]] output_shape [3, 3, 1, 65] : tensor<9x1x65xf32> into tensor<3x3x1x65xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<3x3x1x65xf32>) outs(%1 : tensor<3x3x1x65xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.divf %in, %cst : f32
      linalg.yield %11 : f32
    } -> tensor<3x3x1x65xf32>
    %3 = tensor.empty() : tensor<3x3x1xf32>
    %4 = linalg.fill {mlirgym.op = "op1.init"} ins(%cst_0 : f32) outs(%3 : tensor<3x3x1xf32>) -> tensor<3x3x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%2 : tensor<3x3x1x65xf32>) outs(%4 : tensor<3x3x1xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.maximumf %in, %out : f32
      linalg.yield %11 : f32
    } -> tensor<3x3x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %5 : tensor<3x3x1x65xf32>, tensor<3x3x1xf32>) outs(%1 : tensor<3x3x1x65xf32>) attrs =  {mlirgym.op = "op2"} {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %11 = arith.subf %in, %in_2 : f32
      %12 = math.exp %11 : f32
      linalg.yield %12 : f32
    } -> tensor<3x3x1x65xf32>
    %7 = tensor.empty() : tensor<3x3x1xf32>
    %8 = linalg.fill {mlirgym.op = "op3.init"} ins(%cst_1 : f32) outs(%7 : tensor<3x3x1xf32>) -> tensor<3x3x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%6 : tensor<3x3x1x65xf32>) outs(%8 : tensor<3x3x1xf32>) attrs =  {mlirgym.op = "op3"} {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.addf %in, %out : f32
      linalg.yield %11 : f32
    } -> tensor<3x3x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %9 : tensor<3x3x1x65xf32>, tensor<3x3x1xf32>) outs(%1 : tensor<3x3x1x65xf32>) attrs =  {mlirgym.op = "op4"} {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %11 = arith.divf %in, %in_2 : f32
      linalg.yield %11 : f32
    } -> tensor<3x3x1x65xf32>
    bufferization.materialize_in_destination %10 in restrict writable %arg1 : (tensor<3x3x1x65xf32>, memref<3x3x1x65xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op21
#map = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @payload(%arg0: memref<3x64x64xf32>, %arg1: memref<3x1x64xf32>, %arg2: memref<3x3x65x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x64x64xf32> to tensor<3x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3x1x64xf32> to tensor<3x1x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<3x3x65x64xf32> to tensor<3x3x65x64xf32>
    %concat = tensor.concat dim(1) %0, %1 : (tensor<3x64x64xf32>, tensor<3x1x64xf32>) -> tensor<3x65x64xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<3x65x64xf32>) outs(%2 : tensor<3x3x65x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x65x64xf32>
    bufferization.materialize_in_destination %3 in restrict writable %arg2 : (tensor<3x3x65x64xf32>, memref<3x3x65x64xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op23
#map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<3x3x1x65xf32>, %arg1: memref<3x3x65x64xf32>, %arg2: memref<1x9x64xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x3x1x65xf32> to tensor<3x3x1x65xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3x3x65x64xf32> to tensor<3x3x65x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<1x9x64xf32> to tensor<1x9x64xf32>
    %collapsed = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<3x3x1x65xf32> into tensor<9x1x65xf32>
    %collapsed_0 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<3x3x65x64xf32> into tensor<9x65x64xf32>
    %3 = tensor.empty() : tensor<9x1x64xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<9x1x64xf32>) -> tensor<9x1x64xf32>
    %5 = linalg.batch_matmul {mlirgym.op = "op0"} ins(%collapsed, %collapsed_0 : tensor<9x1x65xf32>, tensor<9x65x64xf32>) outs(%4 : tensor<9x1x64xf32>) -> tensor<9x1x64xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<9x1x64xf32>) outs(%2 : tensor<1x9x64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x9x64xf32>
    bufferization.materialize_in_destination %6 in restrict writable %arg2 : (tensor<1x9x64xf32>, memref<1x9x64xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op25
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<1x9x64xf32>, %arg1: memref<576x576xf32>, %arg2: memref<1x576xf32>, %arg3: memref<1x576xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x9x64xf32> to tensor<1x9x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x576xf32> to tensor<576x576xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1x576xf32> to tensor<1x576xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<1x576xf32> to tensor<1x576xf32>
    %collapsed = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<1x9x64xf32> into tensor<1x576xf32>
    %4 = tensor.empty() : tensor<1x576xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%collapsed, %1 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%5 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %6 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%3 : tensor<1x576xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<1x576xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<1x576xf32>, memref<1x576xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op29
module {
  func.func @payload(%arg0: memref<1x576xf32>, %arg1: memref<576x1536xf32>, %arg2: memref<1x1536xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x576xf32> to tensor<1x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x1536xf32> to tensor<576x1536xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<1x1536xf32> to tensor<1x1536xf32>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%2 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %4 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<1x576xf32>, tensor<576x1536xf32>) outs(%3 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<1x1536xf32>, memref<1x1536xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op31
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<1x576xf32>, %arg1: memref<576x1536xf32>, %arg2: memref<1x1536xf32>, %arg3: memref<1x1536xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x576xf32> to tensor<1x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x1536xf32> to tensor<576x1536xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1x1536xf32> to tensor<1x1536xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<1x1536xf32> to tensor<1x1536xf32>
    %4 = tensor.empty() : tensor<1x1536xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<1x576xf32>, tensor<576x1536xf32>) outs(%5 : tensor<1x1536xf32>) -> tensor<1x1536xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %2, %6 : tensor<1x1536xf32>, tensor<1x1536xf32>, tensor<1x1536xf32>) outs(%3 : tensor<1x1536xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %8 = arith.negf %in_1 : f32
      %9 = math.exp %8 : f32
      %10 = arith.addf %9, %cst_0 : f32
      %11 = arith.divf %cst_0, %10 : f32
      %12 = arith.mulf %in, %11 : f32
      %13 = arith.mulf %12, %in_2 : f32
      linalg.yield %13 : f32
    } -> tensor<1x1536xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<1x1536xf32>, memref<1x1536xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op33
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<1x1536xf32>, %arg1: memref<1536x576xf32>, %arg2: memref<1x576xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x1536xf32> to tensor<1x1536xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<1536x576xf32> to tensor<1536x576xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<1x576xf32> to tensor<1x576xf32>
    %3 = tensor.empty() : tensor<1x576xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %5 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<1x1536xf32>, tensor<1536x576xf32>) outs(%4 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %5 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%2 : tensor<1x576xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.addf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<1x576xf32>
    bufferization.materialize_in_destination %6 in restrict writable %arg2 : (tensor<1x576xf32>, memref<1x576xf32>) -> ()
    return
  }
}
// -----
// decoder_step.op59
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<1x9x64xf32>, %arg1: memref<576x576xf32>, %arg2: memref<1x576xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x9x64xf32> to tensor<1x9x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x576xf32> to tensor<576x576xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<1x576xf32> to tensor<1x576xf32>
    %collapsed = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<1x9x64xf32> into tensor<1x576xf32>
    %3 = tensor.empty() : tensor<1x576xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %5 = linalg.matmul {mlirgym.op = "op0"} ins(%collapsed, %1 : tensor<1x576xf32>, tensor<576x576xf32>) outs(%4 : tensor<1x576xf32>) -> tensor<1x576xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %5 : tensor<1x576xf32>, tensor<1x576xf32>) outs(%2 : tensor<1x576xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.addf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<1x576xf32>
    bufferization.materialize_in_destination %6 in restrict writable %arg2 : (tensor<1x576xf32>, memref<1x576xf32>) -> ()
    return
  }
}
