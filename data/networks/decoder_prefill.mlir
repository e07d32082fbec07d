// decoder_prefill
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @decoder_prefill(%arg0: tensor<64x576xf32>, %arg1: tensor<64x64xf32>, %arg2: tensor<64x64xf32>, %arg3: tensor<576xf32>, %arg4: tensor<576xf32>, %arg5: tensor<576x576xf32>, %arg6: tensor<576x576xf32>, %arg7: tensor<576x192xf32>, %arg8: tensor<576x192xf32>, %arg9: tensor<576x1536xf32>, %arg10: tensor<576x1536xf32>, %arg11: tensor<1536x576xf32>, %arg12: tensor<576xf32>, %arg13: tensor<576xf32>, %arg14: tensor<576x576xf32>, %arg15: tensor<576x576xf32>, %arg16: tensor<576x192xf32>, %arg17: tensor<576x192xf32>, %arg18: tensor<576x1536xf32>, %arg19: tensor<576x1536xf32>, %arg20: tensor<1536x576xf32>, %arg21: tensor<576xf32>, %arg22: tensor<576xf32>, %arg23: tensor<576x576xf32>, %arg24: tensor<576x576xf32>, %arg25: tensor<576x192xf32>, %arg26: tensor<576x192xf32>, %arg27: tensor<576x1536xf32>, %arg28: tensor<576x1536xf32>, %arg29: tensor<1536x576xf32>, %arg30: tensor<576xf32>, %arg31: tensor<576xf32>, %arg32: tensor<576x576xf32>, %arg33: tensor<576x576xf32>, %arg34: tensor<576x192xf32>, %arg35: tensor<576x192xf32>, %arg36: tensor<576x1536xf32>, %arg37: tensor<576x1536xf32>, %arg38: tensor<1536x576xf32>) -> (tensor<64x576xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>) {
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<-1.000000e+09> : tensor<64x64xf32>
    %cst_4 = arith.constant 1.000000e-05 : f64
    %cst_5 = arith.constant 5.760000e+02 : f32
    %cst_6 = arith.constant 8.000000e+00 : f32
    %0 = tensor.empty() : tensor<64xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<64xi64>) {
    ^bb0(%out: i64):
      %210 = linalg.index 0 : index
      %211 = arith.index_cast %210 : index to i64
      linalg.yield %211 : i64
    } -> tensor<64xi64>
    %expanded = tensor.expand_shape %1 [[0, 1]] output_shape [1, 64] : tensor<64xi64> into tensor<1x64xi64>
    %expanded_7 = tensor.expand_shape %1 [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
    %2 = tensor.empty() : tensor<64x64xi64>
    %3 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded, %expanded_7 : tensor<1x64xi64>, tensor<64x1xi64>) outs(%2 : tensor<64x64xi64>) {
    ^bb0(%in: i64, %in_92: i64, %out: i64):
      %210 = arith.subi %in, %in_92 : i64
      linalg.yield %210 : i64
    } -> tensor<64x64xi64>
    %4 = tensor.empty() : tensor<64x64xi1>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<64x64xi64>) outs(%4 : tensor<64x64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %210 = arith.cmpi sge, %in, %c1_i64 : i64
      linalg.yield %210 : i1
    } -> tensor<64x64xi1>
    %6 = tensor.empty() : tensor<64x64xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%5, %cst_3, %cst_2 : tensor<64x64xi1>, tensor<64x64xf32>, tensor<f32>) outs(%6 : tensor<64x64xf32>) {
    ^bb0(%in: i1, %in_92: f32, %in_93: f32, %out: f32):
      %210 = arith.select %in, %in_92, %in_93 : f32
      linalg.yield %210 : f32
    } -> tensor<64x64xf32>
    %8 = tensor.empty() : tensor<64x576xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %10 = tensor.empty() : tensor<64x1xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<64x1xf32>) -> tensor<64x1xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%9 : tensor<64x576xf32>) outs(%11 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_5 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.truncf %cst_4 : f64 to f32
      %211 = arith.addf %in, %210 : f32
      linalg.yield %211 : f32
    } -> tensor<64x1xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.rsqrt %in : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg0, %15 : tensor<64x576xf32>, tensor<64x1xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%16, %arg3 : tensor<64x576xf32>, tensor<576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%8 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %19 = linalg.matmul ins(%17, %arg5 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %expanded_8 = tensor.expand_shape %19 [[0], [1, 2]] output_shape [64, 9, 64] : tensor<64x576xf32> into tensor<64x9x64xf32>
    %20 = tensor.empty() : tensor<9x64x64xf32>
    %transposed = linalg.transpose ins(%expanded_8 : tensor<64x9x64xf32>) outs(%20 : tensor<9x64x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice = tensor.extract_slice %transposed[0, 0, 0] [9, 64, 32] [1, 1, 1] : tensor<9x64x64xf32> to tensor<9x64x32xf32>
    %extracted_slice_9 = tensor.extract_slice %transposed[0, 0, 32] [9, 64, 32] [1, 1, 1] : tensor<9x64x64xf32> to tensor<9x64x32xf32>
    %21 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed, %arg1 : tensor<9x64x64xf32>, tensor<64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %22 = tensor.empty() : tensor<9x64x32xf32>
    %23 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_9 : tensor<9x64x32xf32>) outs(%22 : tensor<9x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x32xf32>
    %concat = tensor.concat dim(2) %23, %extracted_slice : (tensor<9x64x32xf32>, tensor<9x64x32xf32>) -> tensor<9x64x64xf32>
    %24 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg2 : tensor<9x64x64xf32>, tensor<64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %25 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %24 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %26 = tensor.empty() : tensor<64x192xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %28 = linalg.matmul ins(%17, %arg7 : tensor<64x576xf32>, tensor<576x192xf32>) outs(%27 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %expanded_10 = tensor.expand_shape %28 [[0], [1, 2]] output_shape [64, 3, 64] : tensor<64x192xf32> into tensor<64x3x64xf32>
    %29 = tensor.empty() : tensor<3x64x64xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<64x3x64xf32>) outs(%29 : tensor<3x64x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_12 = tensor.extract_slice %transposed_11[0, 0, 0] [3, 64, 32] [1, 1, 1] : tensor<3x64x64xf32> to tensor<3x64x32xf32>
    %extracted_slice_13 = tensor.extract_slice %transposed_11[0, 0, 32] [3, 64, 32] [1, 1, 1] : tensor<3x64x64xf32> to tensor<3x64x32xf32>
    %30 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_11, %arg1 : tensor<3x64x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %31 = tensor.empty() : tensor<3x64x32xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_13 : tensor<3x64x32xf32>) outs(%31 : tensor<3x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x32xf32>
    %concat_14 = tensor.concat dim(2) %32, %extracted_slice_12 : (tensor<3x64x32xf32>, tensor<3x64x32xf32>) -> tensor<3x64x64xf32>
    %33 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_14, %arg2 : tensor<3x64x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %33 : tensor<3x64x64xf32>, tensor<3x64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %35 = linalg.matmul ins(%17, %arg8 : tensor<64x576xf32>, tensor<576x192xf32>) outs(%27 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %expanded_15 = tensor.expand_shape %35 [[0], [1, 2]] output_shape [64, 3, 64] : tensor<64x192xf32> into tensor<64x3x64xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<64x3x64xf32>) outs(%29 : tensor<3x64x64xf32>) permutation = [1, 0, 2] 
    %expanded_17 = tensor.expand_shape %34 [[0], [1, 2], [3]] output_shape [3, 1, 64, 64] : tensor<3x64x64xf32> into tensor<3x1x64x64xf32>
    %36 = tensor.empty() : tensor<3x1x64x64xf32>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<3x1x64x64xf32>) outs(%36 : tensor<3x1x64x64xf32>) permutation = [0, 1, 3, 2] 
    %37 = tensor.empty() : tensor<3x3x64x64xf32>
    %collapsed = tensor.collapse_shape %transposed_18 [[0, 1], [2], [3]] : tensor<3x1x64x64xf32> into tensor<3x64x64xf32>
    %38 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_19 = tensor.collapse_shape %38 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%20 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %40 = linalg.batch_matmul ins(%25, %collapsed_19 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%39 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %expanded_20 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [3, 3, 64, 64] : tensor<9x64x64xf32> into tensor<3x3x64x64xf32>
    %41 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<3x3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_6 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %42 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %7 : tensor<3x3x64x64xf32>, tensor<64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %43 = tensor.empty() : tensor<3x3x64xi64>
    %44 = linalg.fill ins(%c0_i64 : i64) outs(%43 : tensor<3x3x64xi64>) -> tensor<3x3x64xi64>
    %45 = tensor.empty() : tensor<3x3x64xf32>
    %46 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<3x3x64xf32>) -> tensor<3x3x64xf32>
    %47:2 = linalg.generic {indexing_maps = [#map9, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42 : tensor<3x3x64x64xf32>) outs(%46, %44 : tensor<3x3x64xf32>, tensor<3x3x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_92: i64):
      %210 = linalg.index 3 : index
      %211 = arith.index_cast %210 : index to i64
      %212 = arith.maximumf %in, %out : f32
      %213 = arith.cmpf ogt, %in, %out : f32
      %214 = arith.select %213, %211, %out_92 : i64
      linalg.yield %212, %214 : f32, i64
    } -> (tensor<3x3x64xf32>, tensor<3x3x64xi64>)
    %expanded_21 = tensor.expand_shape %47#0 [[0], [1], [2, 3]] output_shape [3, 3, 64, 1] : tensor<3x3x64xf32> into tensor<3x3x64x1xf32>
    %48 = linalg.generic {indexing_maps = [#map9, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %expanded_21 : tensor<3x3x64x64xf32>, tensor<3x3x64x1xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.subf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %49 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<3x3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.exp %in : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %50 = tensor.empty() : tensor<3x3x64x1xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<3x3x64x1xf32>) -> tensor<3x3x64x1xf32>
    %52 = linalg.generic {indexing_maps = [#map9, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49 : tensor<3x3x64x64xf32>) outs(%51 : tensor<3x3x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x1xf32>
    %53 = linalg.generic {indexing_maps = [#map9, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %52 : tensor<3x3x64x64xf32>, tensor<3x3x64x1xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.divf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_22 = tensor.collapse_shape %53 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %54 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_16 : tensor<3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_23 = tensor.collapse_shape %54 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %55 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%39 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %56 = tensor.empty() : tensor<64x9x64xf32>
    %transposed_24 = linalg.transpose ins(%55 : tensor<9x64x64xf32>) outs(%56 : tensor<64x9x64xf32>) permutation = [1, 0, 2] 
    %collapsed_25 = tensor.collapse_shape %transposed_24 [[0], [1, 2]] : tensor<64x9x64xf32> into tensor<64x576xf32>
    %57 = linalg.matmul ins(%collapsed_25, %arg6 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg0, %57 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %59 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%58, %58 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %60 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%59 : tensor<64x576xf32>) outs(%11 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_5 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.truncf %cst_4 : f64 to f32
      %211 = arith.addf %in, %210 : f32
      linalg.yield %211 : f32
    } -> tensor<64x1xf32>
    %63 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.rsqrt %in : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%58, %63 : tensor<64x576xf32>, tensor<64x1xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %65 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%64, %arg4 : tensor<64x576xf32>, tensor<576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %66 = tensor.empty() : tensor<64x1536xf32>
    %67 = linalg.fill ins(%cst : f32) outs(%66 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %68 = linalg.matmul ins(%65, %arg9 : tensor<64x576xf32>, tensor<576x1536xf32>) outs(%67 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %69 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      %211 = math.exp %210 : f32
      %212 = arith.addf %211, %cst_1 : f32
      %213 = arith.divf %cst_1, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<64x1536xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%68, %69 : tensor<64x1536xf32>, tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1536xf32>
    %71 = linalg.matmul ins(%65, %arg10 : tensor<64x576xf32>, tensor<576x1536xf32>) outs(%67 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %72 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%70, %71 : tensor<64x1536xf32>, tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1536xf32>
    %73 = linalg.matmul ins(%72, %arg11 : tensor<64x1536xf32>, tensor<1536x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%58, %73 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %75 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%74, %74 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %76 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%75 : tensor<64x576xf32>) outs(%11 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%76 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_5 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%77 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.truncf %cst_4 : f64 to f32
      %211 = arith.addf %in, %210 : f32
      linalg.yield %211 : f32
    } -> tensor<64x1xf32>
    %79 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%78 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.rsqrt %in : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %80 = linalg.generic {indexing_maps = [#map3, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%74, %79 : tensor<64x576xf32>, tensor<64x1xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %81 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%80, %arg12 : tensor<64x576xf32>, tensor<576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %82 = linalg.matmul ins(%81, %arg14 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %expanded_26 = tensor.expand_shape %82 [[0], [1, 2]] output_shape [64, 9, 64] : tensor<64x576xf32> into tensor<64x9x64xf32>
    %transposed_27 = linalg.transpose ins(%expanded_26 : tensor<64x9x64xf32>) outs(%20 : tensor<9x64x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_28 = tensor.extract_slice %transposed_27[0, 0, 0] [9, 64, 32] [1, 1, 1] : tensor<9x64x64xf32> to tensor<9x64x32xf32>
    %extracted_slice_29 = tensor.extract_slice %transposed_27[0, 0, 32] [9, 64, 32] [1, 1, 1] : tensor<9x64x64xf32> to tensor<9x64x32xf32>
    %83 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_27, %arg1 : tensor<9x64x64xf32>, tensor<64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %84 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_29 : tensor<9x64x32xf32>) outs(%22 : tensor<9x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x32xf32>
    %concat_30 = tensor.concat dim(2) %84, %extracted_slice_28 : (tensor<9x64x32xf32>, tensor<9x64x32xf32>) -> tensor<9x64x64xf32>
    %85 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_30, %arg2 : tensor<9x64x64xf32>, tensor<64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %86 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %85 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %87 = linalg.matmul ins(%81, %arg16 : tensor<64x576xf32>, tensor<576x192xf32>) outs(%27 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %expanded_31 = tensor.expand_shape %87 [[0], [1, 2]] output_shape [64, 3, 64] : tensor<64x192xf32> into tensor<64x3x64xf32>
    %transposed_32 = linalg.transpose ins(%expanded_31 : tensor<64x3x64xf32>) outs(%29 : tensor<3x64x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_33 = tensor.extract_slice %transposed_32[0, 0, 0] [3, 64, 32] [1, 1, 1] : tensor<3x64x64xf32> to tensor<3x64x32xf32>
    %extracted_slice_34 = tensor.extract_slice %transposed_32[0, 0, 32] [3, 64, 32] [1, 1, 1] : tensor<3x64x64xf32> to tensor<3x64x32xf32>
    %88 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_32, %arg1 : tensor<3x64x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %89 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_34 : tensor<3x64x32xf32>) outs(%31 : tensor<3x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x32xf32>
    %concat_35 = tensor.concat dim(2) %89, %extracted_slice_33 : (tensor<3x64x32xf32>, tensor<3x64x32xf32>) -> tensor<3x64x64xf32>
    %90 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_35, %arg2 : tensor<3x64x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %91 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %90 : tensor<3x64x64xf32>, tensor<3x64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %92 = linalg.matmul ins(%81, %arg17 : tensor<64x576xf32>, tensor<576x192xf32>) outs(%27 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %expanded_36 = tensor.expand_shape %92 [[0], [1, 2]] output_shape [64, 3, 64] : tensor<64x192xf32> into tensor<64x3x64xf32>
    %transposed_37 = linalg.transpose ins(%expanded_36 : tensor<64x3x64xf32>) outs(%29 : tensor<3x64x64xf32>) permutation = [1, 0, 2] 
    %expanded_38 = tensor.expand_shape %91 [[0], [1, 2], [3]] output_shape [3, 1, 64, 64] : tensor<3x64x64xf32> into tensor<3x1x64x64xf32>
    %transposed_39 = linalg.transpose ins(%expanded_38 : tensor<3x1x64x64xf32>) outs(%36 : tensor<3x1x64x64xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_40 = tensor.collapse_shape %transposed_39 [[0, 1], [2], [3]] : tensor<3x1x64x64xf32> into tensor<3x64x64xf32>
    %93 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_40 : tensor<3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_41 = tensor.collapse_shape %93 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %94 = linalg.batch_matmul ins(%86, %collapsed_41 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%39 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %expanded_42 = tensor.expand_shape %94 [[0, 1], [2], [3]] output_shape [3, 3, 64, 64] : tensor<9x64x64xf32> into tensor<3x3x64x64xf32>
    %95 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_42 : tensor<3x3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_6 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %96 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%95, %7 : tensor<3x3x64x64xf32>, tensor<64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %97:2 = linalg.generic {indexing_maps = [#map9, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%96 : tensor<3x3x64x64xf32>) outs(%46, %44 : tensor<3x3x64xf32>, tensor<3x3x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_92: i64):
      %210 = linalg.index 3 : index
      %211 = arith.index_cast %210 : index to i64
      %212 = arith.maximumf %in, %out : f32
      %213 = arith.cmpf ogt, %in, %out : f32
      %214 = arith.select %213, %211, %out_92 : i64
      linalg.yield %212, %214 : f32, i64
    } -> (tensor<3x3x64xf32>, tensor<3x3x64xi64>)
    %expanded_43 = tensor.expand_shape %97#0 [[0], [1], [2, 3]] output_shape [3, 3, 64, 1] : tensor<3x3x64xf32> into tensor<3x3x64x1xf32>
    %98 = linalg.generic {indexing_maps = [#map9, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96, %expanded_43 : tensor<3x3x64x64xf32>, tensor<3x3x64x1xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.subf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %99 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98 : tensor<3x3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.exp %in : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %100 = linalg.generic {indexing_maps = [#map9, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%99 : tensor<3x3x64x64xf32>) outs(%51 : tensor<3x3x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x1xf32>
    %101 = linalg.generic {indexing_maps = [#map9, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99, %100 : tensor<3x3x64x64xf32>, tensor<3x3x64x1xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.divf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_44 = tensor.collapse_shape %101 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %102 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_37 : tensor<3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_45 = tensor.collapse_shape %102 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %103 = linalg.batch_matmul ins(%collapsed_44, %collapsed_45 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%39 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %transposed_46 = linalg.transpose ins(%103 : tensor<9x64x64xf32>) outs(%56 : tensor<64x9x64xf32>) permutation = [1, 0, 2] 
    %collapsed_47 = tensor.collapse_shape %transposed_46 [[0], [1, 2]] : tensor<64x9x64xf32> into tensor<64x576xf32>
    %104 = linalg.matmul ins(%collapsed_47, %arg15 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %105 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%74, %104 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %106 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%105, %105 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%106 : tensor<64x576xf32>) outs(%11 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %108 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%107 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_5 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%108 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.truncf %cst_4 : f64 to f32
      %211 = arith.addf %in, %210 : f32
      linalg.yield %211 : f32
    } -> tensor<64x1xf32>
    %110 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%109 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.rsqrt %in : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %111 = linalg.generic {indexing_maps = [#map3, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%105, %110 : tensor<64x576xf32>, tensor<64x1xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%111, %arg13 : tensor<64x576xf32>, tensor<576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %113 = linalg.matmul ins(%112, %arg18 : tensor<64x576xf32>, tensor<576x1536xf32>) outs(%67 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %114 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%113 : tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      %211 = math.exp %210 : f32
      %212 = arith.addf %211, %cst_1 : f32
      %213 = arith.divf %cst_1, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<64x1536xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%113, %114 : tensor<64x1536xf32>, tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1536xf32>
    %116 = linalg.matmul ins(%112, %arg19 : tensor<64x576xf32>, tensor<576x1536xf32>) outs(%67 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%115, %116 : tensor<64x1536xf32>, tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1536xf32>
    %118 = linalg.matmul ins(%117, %arg20 : tensor<64x1536xf32>, tensor<1536x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%105, %118 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %120 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%119, %119 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%120 : tensor<64x576xf32>) outs(%11 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%121 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_5 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%122 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.truncf %cst_4 : f64 to f32
      %211 = arith.addf %in, %210 : f32
      linalg.yield %211 : f32
    } -> tensor<64x1xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%123 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.rsqrt %in : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %125 = linalg.generic {indexing_maps = [#map3, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%119, %124 : tensor<64x576xf32>, tensor<64x1xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%125, %arg21 : tensor<64x576xf32>, tensor<576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %127 = linalg.matmul ins(%126, %arg23 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %expanded_48 = tensor.expand_shape %127 [[0], [1, 2]] output_shape [64, 9, 64] : tensor<64x576xf32> into tensor<64x9x64xf32>
    %transposed_49 = linalg.transpose ins(%expanded_48 : tensor<64x9x64xf32>) outs(%20 : tensor<9x64x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_50 = tensor.extract_slice %transposed_49[0, 0, 0] [9, 64, 32] [1, 1, 1] : tensor<9x64x64xf32> to tensor<9x64x32xf32>
    %extracted_slice_51 = tensor.extract_slice %transposed_49[0, 0, 32] [9, 64, 32] [1, 1, 1] : tensor<9x64x64xf32> to tensor<9x64x32xf32>
    %128 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_49, %arg1 : tensor<9x64x64xf32>, tensor<64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %129 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_51 : tensor<9x64x32xf32>) outs(%22 : tensor<9x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x32xf32>
    %concat_52 = tensor.concat dim(2) %129, %extracted_slice_50 : (tensor<9x64x32xf32>, tensor<9x64x32xf32>) -> tensor<9x64x64xf32>
    %130 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_52, %arg2 : tensor<9x64x64xf32>, tensor<64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %131 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %130 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %132 = linalg.matmul ins(%126, %arg25 : tensor<64x576xf32>, tensor<576x192xf32>) outs(%27 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %expanded_53 = tensor.expand_shape %132 [[0], [1, 2]] output_shape [64, 3, 64] : tensor<64x192xf32> into tensor<64x3x64xf32>
    %transposed_54 = linalg.transpose ins(%expanded_53 : tensor<64x3x64xf32>) outs(%29 : tensor<3x64x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_55 = tensor.extract_slice %transposed_54[0, 0, 0] [3, 64, 32] [1, 1, 1] : tensor<3x64x64xf32> to tensor<3x64x32xf32>
    %extracted_slice_56 = tensor.extract_slice %transposed_54[0, 0, 32] [3, 64, 32] [1, 1, 1] : tensor<3x64x64xf32> to tensor<3x64x32xf32>
    %133 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_54, %arg1 : tensor<3x64x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %134 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_56 : tensor<3x64x32xf32>) outs(%31 : tensor<3x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x32xf32>
    %concat_57 = tensor.concat dim(2) %134, %extracted_slice_55 : (tensor<3x64x32xf32>, tensor<3x64x32xf32>) -> tensor<3x64x64xf32>
    %135 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_57, %arg2 : tensor<3x64x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %136 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %135 : tensor<3x64x64xf32>, tensor<3x64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %137 = linalg.matmul ins(%126, %arg26 : tensor<64x576xf32>, tensor<576x192xf32>) outs(%27 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %expanded_58 = tensor.expand_shape %137 [[0], [1, 2]] output_shape [64, 3, 64] : tensor<64x192xf32> into tensor<64x3x64xf32>
    %transposed_59 = linalg.transpose ins(%expanded_58 : tensor<64x3x64xf32>) outs(%29 : tensor<3x64x64xf32>) permutation = [1, 0, 2] 
    %expanded_60 = tensor.expand_shape %136 [[0], [1, 2], [3]] output_shape [3, 1, 64, 64] : tensor<3x64x64xf32> into tensor<3x1x64x64xf32>
    %transposed_61 = linalg.transpose ins(%expanded_60 : tensor<3x1x64x64xf32>) outs(%36 : tensor<3x1x64x64xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_62 = tensor.collapse_shape %transposed_61 [[0, 1], [2], [3]] : tensor<3x1x64x64xf32> into tensor<3x64x64xf32>
    %138 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_62 : tensor<3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_63 = tensor.collapse_shape %138 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %139 = linalg.batch_matmul ins(%131, %collapsed_63 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%39 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %expanded_64 = tensor.expand_shape %139 [[0, 1], [2], [3]] output_shape [3, 3, 64, 64] : tensor<9x64x64xf32> into tensor<3x3x64x64xf32>
    %140 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_64 : tensor<3x3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_6 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %141 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%140, %7 : tensor<3x3x64x64xf32>, tensor<64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %142:2 = linalg.generic {indexing_maps = [#map9, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%141 : tensor<3x3x64x64xf32>) outs(%46, %44 : tensor<3x3x64xf32>, tensor<3x3x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_92: i64):
      %210 = linalg.index 3 : index
      %211 = arith.index_cast %210 : index to i64
      %212 = arith.maximumf %in, %out : f32
      %213 = arith.cmpf ogt, %in, %out : f32
      %214 = arith.select %213, %211, %out_92 : i64
      linalg.yield %212, %214 : f32, i64
    } -> (tensor<3x3x64xf32>, tensor<3x3x64xi64>)
    %expanded_65 = tensor.expand_shape %142#0 [[0], [1], [2, 3]] output_shape [3, 3, 64, 1] : tensor<3x3x64xf32> into tensor<3x3x64x1xf32>
    %143 = linalg.generic {indexing_maps = [#map9, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%141, %expanded_65 : tensor<3x3x64x64xf32>, tensor<3x3x64x1xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.subf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %144 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%143 : tensor<3x3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.exp %in : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %145 = linalg.generic {indexing_maps = [#map9, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%144 : tensor<3x3x64x64xf32>) outs(%51 : tensor<3x3x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x1xf32>
    %146 = linalg.generic {indexing_maps = [#map9, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%144, %145 : tensor<3x3x64x64xf32>, tensor<3x3x64x1xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.divf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_66 = tensor.collapse_shape %146 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %147 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_59 : tensor<3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_67 = tensor.collapse_shape %147 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %148 = linalg.batch_matmul ins(%collapsed_66, %collapsed_67 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%39 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %transposed_68 = linalg.transpose ins(%148 : tensor<9x64x64xf32>) outs(%56 : tensor<64x9x64xf32>) permutation = [1, 0, 2] 
    %collapsed_69 = tensor.collapse_shape %transposed_68 [[0], [1, 2]] : tensor<64x9x64xf32> into tensor<64x576xf32>
    %149 = linalg.matmul ins(%collapsed_69, %arg24 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %150 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%119, %149 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %151 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%150, %150 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %152 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%151 : tensor<64x576xf32>) outs(%11 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %153 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%152 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_5 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %154 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%153 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.truncf %cst_4 : f64 to f32
      %211 = arith.addf %in, %210 : f32
      linalg.yield %211 : f32
    } -> tensor<64x1xf32>
    %155 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%154 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.rsqrt %in : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %156 = linalg.generic {indexing_maps = [#map3, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%150, %155 : tensor<64x576xf32>, tensor<64x1xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %157 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%156, %arg22 : tensor<64x576xf32>, tensor<576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %158 = linalg.matmul ins(%157, %arg27 : tensor<64x576xf32>, tensor<576x1536xf32>) outs(%67 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %159 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%158 : tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      %211 = math.exp %210 : f32
      %212 = arith.addf %211, %cst_1 : f32
      %213 = arith.divf %cst_1, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<64x1536xf32>
    %160 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%158, %159 : tensor<64x1536xf32>, tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1536xf32>
    %161 = linalg.matmul ins(%157, %arg28 : tensor<64x576xf32>, tensor<576x1536xf32>) outs(%67 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %162 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%160, %161 : tensor<64x1536xf32>, tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1536xf32>
    %163 = linalg.matmul ins(%162, %arg29 : tensor<64x1536xf32>, tensor<1536x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %164 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%150, %163 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %165 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%164, %164 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %166 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%165 : tensor<64x576xf32>) outs(%11 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %167 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%166 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_5 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %168 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%167 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.truncf %cst_4 : f64 to f32
      %211 = arith.addf %in, %210 : f32
      linalg.yield %211 : f32
    } -> tensor<64x1xf32>
    %169 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%168 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.rsqrt %in : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %170 = linalg.generic {indexing_maps = [#map3, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%164, %169 : tensor<64x576xf32>, tensor<64x1xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %171 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%170, %arg30 : tensor<64x576xf32>, tensor<576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %172 = linalg.matmul ins(%171, %arg32 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %expanded_70 = tensor.expand_shape %172 [[0], [1, 2]] output_shape [64, 9, 64] : tensor<64x576xf32> into tensor<64x9x64xf32>
    %transposed_71 = linalg.transpose ins(%expanded_70 : tensor<64x9x64xf32>) outs(%20 : tensor<9x64x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_72 = tensor.extract_slice %transposed_71[0, 0, 0] [9, 64, 32] [1, 1, 1] : tensor<9x64x64xf32> to tensor<9x64x32xf32>
    %extracted_slice_73 = tensor.extract_slice %transposed_71[0, 0, 32] [9, 64, 32] [1, 1, 1] : tensor<9x64x64xf32> to tensor<9x64x32xf32>
    %173 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_71, %arg1 : tensor<9x64x64xf32>, tensor<64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %174 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_73 : tensor<9x64x32xf32>) outs(%22 : tensor<9x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x32xf32>
    %concat_74 = tensor.concat dim(2) %174, %extracted_slice_72 : (tensor<9x64x32xf32>, tensor<9x64x32xf32>) -> tensor<9x64x64xf32>
    %175 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_74, %arg2 : tensor<9x64x64xf32>, tensor<64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %176 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173, %175 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%20 : tensor<9x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<9x64x64xf32>
    %177 = linalg.matmul ins(%171, %arg34 : tensor<64x576xf32>, tensor<576x192xf32>) outs(%27 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %expanded_75 = tensor.expand_shape %177 [[0], [1, 2]] output_shape [64, 3, 64] : tensor<64x192xf32> into tensor<64x3x64xf32>
    %transposed_76 = linalg.transpose ins(%expanded_75 : tensor<64x3x64xf32>) outs(%29 : tensor<3x64x64xf32>) permutation = [1, 0, 2] 
    %extracted_slice_77 = tensor.extract_slice %transposed_76[0, 0, 0] [3, 64, 32] [1, 1, 1] : tensor<3x64x64xf32> to tensor<3x64x32xf32>
    %extracted_slice_78 = tensor.extract_slice %transposed_76[0, 0, 32] [3, 64, 32] [1, 1, 1] : tensor<3x64x64xf32> to tensor<3x64x32xf32>
    %178 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_76, %arg1 : tensor<3x64x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %179 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_78 : tensor<3x64x32xf32>) outs(%31 : tensor<3x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x32xf32>
    %concat_79 = tensor.concat dim(2) %179, %extracted_slice_77 : (tensor<3x64x32xf32>, tensor<3x64x32xf32>) -> tensor<3x64x64xf32>
    %180 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_79, %arg2 : tensor<3x64x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %181 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178, %180 : tensor<3x64x64xf32>, tensor<3x64x64xf32>) outs(%29 : tensor<3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x64x64xf32>
    %182 = linalg.matmul ins(%171, %arg35 : tensor<64x576xf32>, tensor<576x192xf32>) outs(%27 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %expanded_80 = tensor.expand_shape %182 [[0], [1, 2]] output_shape [64, 3, 64] : tensor<64x192xf32> into tensor<64x3x64xf32>
    %transposed_81 = linalg.transpose ins(%expanded_80 : tensor<64x3x64xf32>) outs(%29 : tensor<3x64x64xf32>) permutation = [1, 0, 2] 
    %expanded_82 = tensor.expand_shape %181 [[0], [1, 2], [3]] output_shape [3, 1, 64, 64] : tensor<3x64x64xf32> into tensor<3x1x64x64xf32>
    %transposed_83 = linalg.transpose ins(%expanded_82 : tensor<3x1x64x64xf32>) outs(%36 : tensor<3x1x64x64xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_84 = tensor.collapse_shape %transposed_83 [[0, 1], [2], [3]] : tensor<3x1x64x64xf32> into tensor<3x64x64xf32>
    %183 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_84 : tensor<3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_85 = tensor.collapse_shape %183 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %184 = linalg.batch_matmul ins(%176, %collapsed_85 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%39 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %expanded_86 = tensor.expand_shape %184 [[0, 1], [2], [3]] output_shape [3, 3, 64, 64] : tensor<9x64x64xf32> into tensor<3x3x64x64xf32>
    %185 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_86 : tensor<3x3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_6 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %186 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%185, %7 : tensor<3x3x64x64xf32>, tensor<64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %187:2 = linalg.generic {indexing_maps = [#map9, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%186 : tensor<3x3x64x64xf32>) outs(%46, %44 : tensor<3x3x64xf32>, tensor<3x3x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_92: i64):
      %210 = linalg.index 3 : index
      %211 = arith.index_cast %210 : index to i64
      %212 = arith.maximumf %in, %out : f32
      %213 = arith.cmpf ogt, %in, %out : f32
      %214 = arith.select %213, %211, %out_92 : i64
      linalg.yield %212, %214 : f32, i64
    } -> (tensor<3x3x64xf32>, tensor<3x3x64xi64>)
    %expanded_87 = tensor.expand_shape %187#0 [[0], [1], [2, 3]] output_shape [3, 3, 64, 1] : tensor<3x3x64xf32> into tensor<3x3x64x1xf32>
    %188 = linalg.generic {indexing_maps = [#map9, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%186, %expanded_87 : tensor<3x3x64x64xf32>, tensor<3x3x64x1xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.subf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %189 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%188 : tensor<3x3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.exp %in : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %190 = linalg.generic {indexing_maps = [#map9, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%189 : tensor<3x3x64x64xf32>) outs(%51 : tensor<3x3x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x1xf32>
    %191 = linalg.generic {indexing_maps = [#map9, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%189, %190 : tensor<3x3x64x64xf32>, tensor<3x3x64x1xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.divf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_88 = tensor.collapse_shape %191 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %192 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_81 : tensor<3x64x64xf32>) outs(%37 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %collapsed_89 = tensor.collapse_shape %192 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %193 = linalg.batch_matmul ins(%collapsed_88, %collapsed_89 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%39 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %transposed_90 = linalg.transpose ins(%193 : tensor<9x64x64xf32>) outs(%56 : tensor<64x9x64xf32>) permutation = [1, 0, 2] 
    %collapsed_91 = tensor.collapse_shape %transposed_90 [[0], [1, 2]] : tensor<64x9x64xf32> into tensor<64x576xf32>
    %194 = linalg.matmul ins(%collapsed_91, %arg33 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %195 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%164, %194 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %196 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%195, %195 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %197 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%196 : tensor<64x576xf32>) outs(%11 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.addf %in, %out : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %198 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%197 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.divf %in, %cst_5 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %199 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%198 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.truncf %cst_4 : f64 to f32
      %211 = arith.addf %in, %210 : f32
      linalg.yield %211 : f32
    } -> tensor<64x1xf32>
    %200 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%199 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = math.rsqrt %in : f32
      linalg.yield %210 : f32
    } -> tensor<64x1xf32>
    %201 = linalg.generic {indexing_maps = [#map3, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%195, %200 : tensor<64x576xf32>, tensor<64x1xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %202 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%201, %arg31 : tensor<64x576xf32>, tensor<576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    %203 = linalg.matmul ins(%202, %arg36 : tensor<64x576xf32>, tensor<576x1536xf32>) outs(%67 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %204 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%203 : tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %210 = arith.negf %in : f32
      %211 = math.exp %210 : f32
      %212 = arith.addf %211, %cst_1 : f32
      %213 = arith.divf %cst_1, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<64x1536xf32>
    %205 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%203, %204 : tensor<64x1536xf32>, tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1536xf32>
    %206 = linalg.matmul ins(%202, %arg37 : tensor<64x576xf32>, tensor<576x1536xf32>) outs(%67 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %207 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%205, %206 : tensor<64x1536xf32>, tensor<64x1536xf32>) outs(%66 : tensor<64x1536xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.mulf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x1536xf32>
    %208 = linalg.matmul ins(%207, %arg38 : tensor<64x1536xf32>, tensor<1536x576xf32>) outs(%18 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %209 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%195, %208 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%8 : tensor<64x576xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %210 = arith.addf %in, %in_92 : f32
      linalg.yield %210 : f32
    } -> tensor<64x576xf32>
    return %209, %34, %transposed_16, %91, %transposed_37, %136, %transposed_59, %181, %transposed_81 : tensor<64x576xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>, tensor<3x64x64xf32>
  }
}
// -----
// decoder_prefill.op1
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
module {
  func.func @payload(%arg0: memref<64x64xf32>) attributes {llvm.emit_c_interface} {
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<-1.000000e+09> : tensor<64x64xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict writable : memref<64x64xf32> to tensor<64x64xf32>
    %1 = tensor.empty() : tensor<64xi64>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%1 : tensor<64xi64>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%out: i64):
      %4 = linalg.index 0 : index
      %5 = arith.index_cast %4 : index to i64
      linalg.yield %5 : i64
    } -> tensor<64xi64>
    %3 = linalg.generic {indexing_maps = [#map1, #map2, #map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%2, %2, %cst, %cst_0 : tensor<64xi64>, tensor<64xi64>, tensor<64x64xf32>, tensor<f32>) outs(%0 : tensor<64x64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: i64, %in_1: i64, %in_2: f32, %in_3: f32, %out: f32):
      %4 = arith.subi %in, %in_1 : i64
      %5 = arith.cmpi sge, %4, %c1_i64 : i64
      %6 = arith.select %5, %in_2, %in_3 : f32
      linalg.yield %6 : f32
    } -> tensor<64x64xf32>
    bufferization.materialize_in_destination %3 in restrict writable %arg0 : (tensor<64x64xf32>, memref<64x64xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op4
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<64x576xf32>, %arg1: memref<576xf32>, %arg2: memref<64x576xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 5.760000e+02 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x576xf32> to tensor<64x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576xf32> to tensor<576xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<64x576xf32> to tensor<64x576xf32>
    %3 = tensor.empty() : tensor<64xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<64xf32>) -> tensor<64xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["parallel", "reduction"]} ins(%0, %0 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%4 : tensor<64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %9 = arith.mulf %in, %in_2 : f32
      %10 = arith.addf %9, %out : f32
      linalg.yield %10 : f32
    } -> tensor<64xf32>
    %6 = tensor.empty() : tensor<64xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%5 : tensor<64xf32>) outs(%6 : tensor<64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.divf %in, %cst_0 : f32
      %10 = arith.truncf %cst_1 : f64 to f32
      %11 = arith.addf %9, %10 : f32
      %12 = math.rsqrt %11 : f32
      linalg.yield %12 : f32
    } -> tensor<64xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%0, %7, %1 : tensor<64x576xf32>, tensor<64xf32>, tensor<576xf32>) outs(%2 : tensor<64x576xf32>) attrs =  {mlirgym.op = "op2"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %out: f32):
      %9 = arith.mulf %in, %in_2 : f32
      %10 = arith.mulf %9, %in_3 : f32
      linalg.yield %10 : f32
    } -> tensor<64x576xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg2 : (tensor<64x576xf32>, memref<64x576xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op5
module {
  func.func @payload(%arg0: memref<64x576xf32>, %arg1: memref<576x576xf32>, %arg2: memref<64x576xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x576xf32> to tensor<64x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x576xf32> to tensor<576x576xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<64x576xf32> to tensor<64x576xf32>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%2 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %4 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%3 : tensor<64x576xf32>) -> tensor<64x576xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<64x576xf32>, memref<64x576xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op6
#map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<64x576xf32>, %arg1: memref<9x64x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x576xf32> to tensor<64x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<9x64x64xf32> to tensor<9x64x64xf32>
    %expanded = tensor.expand_shape %0 [[0], [1, 2]] output_shape [64, 9, 64] : tensor<64x576xf32> into tensor<64x9x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<64x9x64xf32>) outs(%1 : tensor<9x64x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x64x64xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<9x64x64xf32>, memref<9x64x64xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op7
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<9x64x64xf32>, %arg1: memref<9x64x32xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<9x64x64xf32> to tensor<9x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<9x64x32xf32> to tensor<9x64x32xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 32] [9, 64, 32] [1, 1, 1] : tensor<9x64x64xf32> to tensor<9x64x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<9x64x32xf32>) outs(%1 : tensor<9x64x32xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.negf %in : f32
      linalg.yield %3 : f32
    } -> tensor<9x64x32xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<9x64x32xf32>, memref<9x64x32xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op8
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
module {
  func.func @payload(%arg0: memref<9x64x32xf32>, %arg1: memref<9x64x64xf32>, %arg2: memref<64x64xf32>, %arg3: memref<64x64xf32>, %arg4: memref<9x64x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<9x64x32xf32> to tensor<9x64x32xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<9x64x64xf32> to tensor<9x64x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x64xf32> to tensor<64x64xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<64x64xf32> to tensor<64x64xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<9x64x64xf32> to tensor<9x64x64xf32>
    %extracted_slice = tensor.extract_slice %1[0, 0, 0] [9, 64, 32] [1, 1, 1] : tensor<9x64x64xf32> to tensor<9x64x32xf32>
    %concat = tensor.concat dim(2) %0, %extracted_slice : (tensor<9x64x32xf32>, tensor<9x64x32xf32>) -> tensor<9x64x64xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %2, %concat, %3 : tensor<9x64x64xf32>, tensor<64x64xf32>, tensor<9x64x64xf32>, tensor<64x64xf32>) outs(%4 : tensor<9x64x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32):
      %6 = arith.mulf %in_1, %in_2 : f32
      %7 = arith.mulf %in, %in_0 : f32
      %8 = arith.addf %7, %6 : f32
      linalg.yield %8 : f32
    } -> tensor<9x64x64xf32>
    bufferization.materialize_in_destination %5 in restrict writable %arg4 : (tensor<9x64x64xf32>, memref<9x64x64xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op9
module {
  func.func @payload(%arg0: memref<64x576xf32>, %arg1: memref<576x192xf32>, %arg2: memref<64x192xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x576xf32> to tensor<64x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x192xf32> to tensor<576x192xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<64x192xf32> to tensor<64x192xf32>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%2 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %4 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<64x576xf32>, tensor<576x192xf32>) outs(%3 : tensor<64x192xf32>) -> tensor<64x192xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<64x192xf32>, memref<64x192xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op10
#map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<64x192xf32>, %arg1: memref<3x64x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x192xf32> to tensor<64x192xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<3x64x64xf32> to tensor<3x64x64xf32>
    %expanded = tensor.expand_shape %0 [[0], [1, 2]] output_shape [64, 3, 64] : tensor<64x192xf32> into tensor<64x3x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<64x3x64xf32>) outs(%1 : tensor<3x64x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x64x64xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<3x64x64xf32>, memref<3x64x64xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op11
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<3x64x64xf32>, %arg1: memref<3x64x32xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x64x64xf32> to tensor<3x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<3x64x32xf32> to tensor<3x64x32xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 32] [3, 64, 32] [1, 1, 1] : tensor<3x64x64xf32> to tensor<3x64x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<3x64x32xf32>) outs(%1 : tensor<3x64x32xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.negf %in : f32
      linalg.yield %3 : f32
    } -> tensor<3x64x32xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<3x64x32xf32>, memref<3x64x32xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op12
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
module {
  func.func @payload(%arg0: memref<3x64x32xf32>, %arg1: memref<64x64xf32>, %arg2: memref<64x64xf32>, %arg3: memref<3x64x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x64x32xf32> to tensor<3x64x32xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x64xf32> to tensor<64x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x64xf32> to tensor<64x64xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<3x64x64xf32> to tensor<3x64x64xf32>
    %extracted_slice = tensor.extract_slice %3[0, 0, 0] [3, 64, 32] [1, 1, 1] : tensor<3x64x64xf32> to tensor<3x64x32xf32>
    %concat = tensor.concat dim(2) %0, %extracted_slice : (tensor<3x64x32xf32>, tensor<3x64x32xf32>) -> tensor<3x64x64xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %1, %concat, %2 : tensor<3x64x64xf32>, tensor<64x64xf32>, tensor<3x64x64xf32>, tensor<64x64xf32>) outs(%3 : tensor<3x64x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32):
      %5 = arith.mulf %in_1, %in_2 : f32
      %6 = arith.mulf %in, %in_0 : f32
      %7 = arith.addf %6, %5 : f32
      linalg.yield %7 : f32
    } -> tensor<3x64x64xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg3 : (tensor<3x64x64xf32>, memref<3x64x64xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op16
#map = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @payload(%arg0: memref<3x64x64xf32>, %arg1: memref<3x3x64x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x64x64xf32> to tensor<3x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<3x3x64x64xf32> to tensor<3x3x64x64xf32>
    %2 = tensor.empty() : tensor<3x64x64xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0 : tensor<3x64x64xf32>) outs(%2 : tensor<3x64x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x64x64xf32>
    %4 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<3x64x64xf32>) outs(%1 : tensor<3x3x64x64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg1 : (tensor<3x3x64x64xf32>, memref<3x3x64x64xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op17
module {
  func.func @payload(%arg0: memref<9x64x64xf32>, %arg1: memref<3x3x64x64xf32>, %arg2: memref<9x64x64xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<9x64x64xf32> to tensor<9x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3x3x64x64xf32> to tensor<3x3x64x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<9x64x64xf32> to tensor<9x64x64xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%2 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %4 = linalg.batch_matmul {mlirgym.op = "op0"} ins(%0, %collapsed : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%3 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<9x64x64xf32>, memref<9x64x64xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op22
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<9x64x64xf32>, %arg1: memref<64x64xf32>, %arg2: memref<3x3x64x64xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 8.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<9x64x64xf32> to tensor<9x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x64xf32> to tensor<64x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<3x3x64x64xf32> to tensor<3x3x64x64xf32>
    %expanded = tensor.expand_shape %0 [[0, 1], [2], [3]] output_shape [3, 3, 64, 64] : tensor<9x64x64xf32> into tensor<3x3x64x64xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %1 : tensor<3x3x64x64xf32>, tensor<64x64xf32>) outs(%2 : tensor<3x3x64x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %12 = arith.divf %in, %cst : f32
      %13 = arith.addf %12, %in_2 : f32
      linalg.yield %13 : f32
    } -> tensor<3x3x64x64xf32>
    %4 = tensor.empty() : tensor<3x3x64xf32>
    %5 = linalg.fill {mlirgym.op = "op1.init"} ins(%cst_0 : f32) outs(%4 : tensor<3x3x64xf32>) -> tensor<3x3x64xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%3 : tensor<3x3x64x64xf32>) outs(%5 : tensor<3x3x64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.maximumf %in, %out : f32
      linalg.yield %12 : f32
    } -> tensor<3x3x64xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %6 : tensor<3x3x64x64xf32>, tensor<3x3x64xf32>) outs(%2 : tensor<3x3x64x64xf32>) attrs =  {mlirgym.op = "op2"} {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %12 = arith.subf %in, %in_2 : f32
      %13 = math.exp %12 : f32
      linalg.yield %13 : f32
    } -> tensor<3x3x64x64xf32>
    %8 = tensor.empty() : tensor<3x3x64xf32>
    %9 = linalg.fill {mlirgym.op = "op3.init"} ins(%cst_1 : f32) outs(%8 : tensor<3x3x64xf32>) -> tensor<3x3x64xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%7 : tensor<3x3x64x64xf32>) outs(%9 : tensor<3x3x64xf32>) attrs =  {mlirgym.op = "op3"} {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.addf %in, %out : f32
      linalg.yield %12 : f32
    } -> tensor<3x3x64xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %10 : tensor<3x3x64x64xf32>, tensor<3x3x64xf32>) outs(%2 : tensor<3x3x64x64xf32>) attrs =  {mlirgym.op = "op4"} {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %12 = arith.divf %in, %in_2 : f32
      linalg.yield %12 : f32
    } -> tensor<3x3x64x64xf32>
    bufferization.materialize_in_destination %11 in restrict writable %arg2 : (tensor<3x3x64x64xf32>, memref<3x3x64x64xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op23
#map = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @payload(%arg0: memref<3x64x64xf32>, %arg1: memref<3x3x64x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x64x64xf32> to tensor<3x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<3x3x64x64xf32> to tensor<3x3x64x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0 : tensor<3x64x64xf32>) outs(%1 : tensor<3x3x64x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<3x3x64x64xf32>, memref<3x3x64x64xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op25
#map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<3x3x64x64xf32>, %arg1: memref<3x3x64x64xf32>, %arg2: memref<64x9x64xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x3x64x64xf32> to tensor<3x3x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3x3x64x64xf32> to tensor<3x3x64x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<64x9x64xf32> to tensor<64x9x64xf32>
    %collapsed = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %collapsed_0 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<3x3x64x64xf32> into tensor<9x64x64xf32>
    %3 = tensor.empty() : tensor<9x64x64xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %5 = linalg.batch_matmul {mlirgym.op = "op0"} ins(%collapsed, %collapsed_0 : tensor<9x64x64xf32>, tensor<9x64x64xf32>) outs(%4 : tensor<9x64x64xf32>) -> tensor<9x64x64xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<9x64x64xf32>) outs(%2 : tensor<64x9x64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x9x64xf32>
    bufferization.materialize_in_destination %6 in restrict writable %arg2 : (tensor<64x9x64xf32>, memref<64x9x64xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op27
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<64x9x64xf32>, %arg1: memref<576x576xf32>, %arg2: memref<64x576xf32>, %arg3: memref<64x576xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x9x64xf32> to tensor<64x9x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x576xf32> to tensor<576x576xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x576xf32> to tensor<64x576xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<64x576xf32> to tensor<64x576xf32>
    %collapsed = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<64x9x64xf32> into tensor<64x576xf32>
    %4 = tensor.empty() : tensor<64x576xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%collapsed, %1 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%5 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %6 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%3 : tensor<64x576xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<64x576xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<64x576xf32>, memref<64x576xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op31
module {
  func.func @payload(%arg0: memref<64x576xf32>, %arg1: memref<576x1536xf32>, %arg2: memref<64x1536xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x576xf32> to tensor<64x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x1536xf32> to tensor<576x1536xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<64x1536xf32> to tensor<64x1536xf32>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%2 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %4 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<64x576xf32>, tensor<576x1536xf32>) outs(%3 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<64x1536xf32>, memref<64x1536xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op33
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<64x576xf32>, %arg1: memref<576x1536xf32>, %arg2: memref<64x1536xf32>, %arg3: memref<64x1536xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x576xf32> to tensor<64x576xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x1536xf32> to tensor<576x1536xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x1536xf32> to tensor<64x1536xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<64x1536xf32> to tensor<64x1536xf32>
    %4 = tensor.empty() : tensor<64x1536xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<64x576xf32>, tensor<576x1536xf32>) outs(%5 : tensor<64x1536xf32>) -> tensor<64x1536xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %2, %6 : tensor<64x1536xf32>, tensor<64x1536xf32>, tensor<64x1536xf32>) outs(%3 : tensor<64x1536xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %8 = arith.negf %in_1 : f32
      %9 = math.exp %8 : f32
      %10 = arith.addf %9, %cst_0 : f32
      %11 = arith.divf %cst_0, %10 : f32
      %12 = arith.mulf %in, %11 : f32
      %13 = arith.mulf %12, %in_2 : f32
      linalg.yield %13 : f32
    } -> tensor<64x1536xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<64x1536xf32>, memref<64x1536xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op35
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<64x1536xf32>, %arg1: memref<1536x576xf32>, %arg2: memref<64x576xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x1536xf32> to tensor<64x1536xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<1536x576xf32> to tensor<1536x576xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<64x576xf32> to tensor<64x576xf32>
    %3 = tensor.empty() : tensor<64x576xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %5 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<64x1536xf32>, tensor<1536x576xf32>) outs(%4 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %5 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%2 : tensor<64x576xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.addf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<64x576xf32>
    bufferization.materialize_in_destination %6 in restrict writable %arg2 : (tensor<64x576xf32>, memref<64x576xf32>) -> ()
    return
  }
}
// -----
// decoder_prefill.op61
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<64x9x64xf32>, %arg1: memref<576x576xf32>, %arg2: memref<64x576xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x9x64xf32> to tensor<64x9x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x576xf32> to tensor<576x576xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<64x576xf32> to tensor<64x576xf32>
    %collapsed = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<64x9x64xf32> into tensor<64x576xf32>
    %3 = tensor.empty() : tensor<64x576xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %5 = linalg.matmul {mlirgym.op = "op0"} ins(%collapsed, %1 : tensor<64x576xf32>, tensor<576x576xf32>) outs(%4 : tensor<64x576xf32>) -> tensor<64x576xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %5 : tensor<64x576xf32>, tensor<64x576xf32>) outs(%2 : tensor<64x576xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.addf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<64x576xf32>
    bufferization.materialize_in_destination %6 in restrict writable %arg2 : (tensor<64x576xf32>, memref<64x576xf32>) -> ()
    return
  }
}
