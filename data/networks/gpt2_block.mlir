// gpt2_block
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1) -> ()>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @gpt2_block(%arg0: tensor<64x768xf32>, %arg1: tensor<768xf32>, %arg2: tensor<768xf32>, %arg3: tensor<768xf32>, %arg4: tensor<768xf32>, %arg5: tensor<768x2304xf32>, %arg6: tensor<2304xf32>, %arg7: tensor<768x768xf32>, %arg8: tensor<768xf32>, %arg9: tensor<768x3072xf32>, %arg10: tensor<3072xf32>, %arg11: tensor<3072x768xf32>, %arg12: tensor<768xf32>) -> tensor<64x768xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<-1.000000e+09> : tensor<64x64xf32>
    %cst_6 = arith.constant 1.000000e-05 : f64
    %cst_7 = arith.constant 7.680000e+02 : f64
    %cst_8 = arith.constant 7.680000e+02 : f32
    %cst_9 = arith.constant 8.000000e+00 : f32
    %cst_10 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<64x768xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<64x768xf32>) outs(%0 : tensor<64x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %81 = arith.extf %in : f32 to f64
      linalg.yield %81 : f64
    } -> tensor<64x768xf64>
    %2 = tensor.empty() : tensor<64x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<64x1xf64>) -> tensor<64x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<64x768xf64>) outs(%3 : tensor<64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %81 = arith.addf %in, %out : f64
      linalg.yield %81 : f64
    } -> tensor<64x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<64x1xf64>) outs(%2 : tensor<64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %81 = arith.divf %in, %cst_7 : f64
      linalg.yield %81 : f64
    } -> tensor<64x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %5 : tensor<64x768xf64>, tensor<64x1xf64>) outs(%0 : tensor<64x768xf64>) {
    ^bb0(%in: f64, %in_21: f64, %out: f64):
      %81 = arith.subf %in, %in_21 : f64
      linalg.yield %81 : f64
    } -> tensor<64x768xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %6 : tensor<64x768xf64>, tensor<64x768xf64>) outs(%0 : tensor<64x768xf64>) {
    ^bb0(%in: f64, %in_21: f64, %out: f64):
      %81 = arith.mulf %in, %in_21 : f64
      linalg.yield %81 : f64
    } -> tensor<64x768xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%7 : tensor<64x768xf64>) outs(%3 : tensor<64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %81 = arith.addf %in, %out : f64
      linalg.yield %81 : f64
    } -> tensor<64x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<64x1xf64>) outs(%2 : tensor<64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %81 = arith.divf %in, %cst_7 : f64
      linalg.yield %81 : f64
    } -> tensor<64x1xf64>
    %10 = tensor.empty() : tensor<64x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<64x1xf64>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %81 = arith.truncf %in : f64 to f32
      linalg.yield %81 : f32
    } -> tensor<64x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<64x1xf32>) -> tensor<64x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<64x768xf32>) outs(%12 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.addf %in, %out : f32
      linalg.yield %81 : f32
    } -> tensor<64x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.divf %in, %cst_8 : f32
      linalg.yield %81 : f32
    } -> tensor<64x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.truncf %cst_6 : f64 to f32
      %82 = arith.addf %in, %81 : f32
      linalg.yield %82 : f32
    } -> tensor<64x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = math.rsqrt %in : f32
      linalg.yield %81 : f32
    } -> tensor<64x1xf32>
    %17 = tensor.empty() : tensor<64x768xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %14 : tensor<64x768xf32>, tensor<64x1xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.subf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %16 : tensor<64x768xf32>, tensor<64x1xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.mulf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %arg1 : tensor<64x768xf32>, tensor<768xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.mulf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %arg2 : tensor<64x768xf32>, tensor<768xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.addf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %22 = tensor.empty() : tensor<64x2304xf32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<64x2304xf32>) -> tensor<64x2304xf32>
    %24 = linalg.matmul ins(%21, %arg5 : tensor<64x768xf32>, tensor<768x2304xf32>) outs(%23 : tensor<64x2304xf32>) -> tensor<64x2304xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%24, %arg6 : tensor<64x2304xf32>, tensor<2304xf32>) outs(%22 : tensor<64x2304xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.addf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x2304xf32>
    %expanded = tensor.expand_shape %25 [[0], [1, 2, 3]] output_shape [64, 3, 12, 64] : tensor<64x2304xf32> into tensor<64x3x12x64xf32>
    %26 = tensor.empty() : tensor<3x12x64x64xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<64x3x12x64xf32>) outs(%26 : tensor<3x12x64x64xf32>) permutation = [1, 2, 0, 3] 
    %extracted_slice = tensor.extract_slice %transposed[0, 0, 0, 0] [1, 12, 64, 64] [1, 1, 1, 1] : tensor<3x12x64x64xf32> to tensor<1x12x64x64xf32>
    %extracted_slice_11 = tensor.extract_slice %transposed[1, 0, 0, 0] [1, 12, 64, 64] [1, 1, 1, 1] : tensor<3x12x64x64xf32> to tensor<1x12x64x64xf32>
    %extracted_slice_12 = tensor.extract_slice %transposed[2, 0, 0, 0] [1, 12, 64, 64] [1, 1, 1, 1] : tensor<3x12x64x64xf32> to tensor<1x12x64x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x12x64x64xf32> into tensor<12x64x64xf32>
    %collapsed_13 = tensor.collapse_shape %extracted_slice_11 [[0, 1], [2], [3]] : tensor<1x12x64x64xf32> into tensor<12x64x64xf32>
    %collapsed_14 = tensor.collapse_shape %extracted_slice_12 [[0, 1], [2], [3]] : tensor<1x12x64x64xf32> into tensor<12x64x64xf32>
    %27 = tensor.empty() : tensor<64xi64>
    %28 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%27 : tensor<64xi64>) {
    ^bb0(%out: i64):
      %81 = linalg.index 0 : index
      %82 = arith.index_cast %81 : index to i64
      linalg.yield %82 : i64
    } -> tensor<64xi64>
    %expanded_15 = tensor.expand_shape %28 [[0, 1]] output_shape [1, 64] : tensor<64xi64> into tensor<1x64xi64>
    %expanded_16 = tensor.expand_shape %28 [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
    %29 = tensor.empty() : tensor<64x64xi64>
    %30 = linalg.generic {indexing_maps = [#map4, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_15, %expanded_16 : tensor<1x64xi64>, tensor<64x1xi64>) outs(%29 : tensor<64x64xi64>) {
    ^bb0(%in: i64, %in_21: i64, %out: i64):
      %81 = arith.subi %in, %in_21 : i64
      linalg.yield %81 : i64
    } -> tensor<64x64xi64>
    %31 = tensor.empty() : tensor<64x64xi1>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<64x64xi64>) outs(%31 : tensor<64x64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %81 = arith.cmpi sge, %in, %c1_i64 : i64
      linalg.yield %81 : i1
    } -> tensor<64x64xi1>
    %33 = tensor.empty() : tensor<64x64xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map5, #map], iterator_types = ["parallel", "parallel"]} ins(%32, %cst_5, %cst_4 : tensor<64x64xi1>, tensor<64x64xf32>, tensor<f32>) outs(%33 : tensor<64x64xf32>) {
    ^bb0(%in: i1, %in_21: f32, %in_22: f32, %out: f32):
      %81 = arith.select %in, %in_21, %in_22 : f32
      linalg.yield %81 : f32
    } -> tensor<64x64xf32>
    %35 = tensor.empty() : tensor<12x64x64xf32>
    %transposed_17 = linalg.transpose ins(%collapsed_13 : tensor<12x64x64xf32>) outs(%35 : tensor<12x64x64xf32>) permutation = [0, 2, 1] 
    %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %37 = linalg.batch_matmul ins(%collapsed, %transposed_17 : tensor<12x64x64xf32>, tensor<12x64x64xf32>) outs(%36 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %38 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<12x64x64xf32>) outs(%35 : tensor<12x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.divf %in, %cst_9 : f32
      linalg.yield %81 : f32
    } -> tensor<12x64x64xf32>
    %39 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %34 : tensor<12x64x64xf32>, tensor<64x64xf32>) outs(%35 : tensor<12x64x64xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.addf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<12x64x64xf32>
    %40 = tensor.empty() : tensor<12x64xi64>
    %41 = linalg.fill ins(%c0_i64 : i64) outs(%40 : tensor<12x64xi64>) -> tensor<12x64xi64>
    %42 = tensor.empty() : tensor<12x64xf32>
    %43 = linalg.fill ins(%cst_1 : f32) outs(%42 : tensor<12x64xf32>) -> tensor<12x64xf32>
    %44:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%39 : tensor<12x64x64xf32>) outs(%43, %41 : tensor<12x64xf32>, tensor<12x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_21: i64):
      %81 = linalg.index 2 : index
      %82 = arith.index_cast %81 : index to i64
      %83 = arith.maximumf %in, %out : f32
      %84 = arith.cmpf ogt, %in, %out : f32
      %85 = arith.select %84, %82, %out_21 : i64
      linalg.yield %83, %85 : f32, i64
    } -> (tensor<12x64xf32>, tensor<12x64xi64>)
    %expanded_18 = tensor.expand_shape %44#0 [[0], [1, 2]] output_shape [12, 64, 1] : tensor<12x64xf32> into tensor<12x64x1xf32>
    %45 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %expanded_18 : tensor<12x64x64xf32>, tensor<12x64x1xf32>) outs(%35 : tensor<12x64x64xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.subf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<12x64x64xf32>
    %46 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<12x64x64xf32>) outs(%35 : tensor<12x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = math.exp %in : f32
      linalg.yield %81 : f32
    } -> tensor<12x64x64xf32>
    %47 = tensor.empty() : tensor<12x64x1xf32>
    %48 = linalg.fill ins(%cst_0 : f32) outs(%47 : tensor<12x64x1xf32>) -> tensor<12x64x1xf32>
    %49 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%46 : tensor<12x64x64xf32>) outs(%48 : tensor<12x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.addf %in, %out : f32
      linalg.yield %81 : f32
    } -> tensor<12x64x1xf32>
    %50 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46, %49 : tensor<12x64x64xf32>, tensor<12x64x1xf32>) outs(%35 : tensor<12x64x64xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.divf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<12x64x64xf32>
    %51 = linalg.batch_matmul ins(%50, %collapsed_14 : tensor<12x64x64xf32>, tensor<12x64x64xf32>) outs(%36 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %52 = tensor.empty() : tensor<64x12x64xf32>
    %transposed_19 = linalg.transpose ins(%51 : tensor<12x64x64xf32>) outs(%52 : tensor<64x12x64xf32>) permutation = [1, 0, 2] 
    %collapsed_20 = tensor.collapse_shape %transposed_19 [[0], [1, 2]] : tensor<64x12x64xf32> into tensor<64x768xf32>
    %53 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<64x768xf32>) -> tensor<64x768xf32>
    %54 = linalg.matmul ins(%collapsed_20, %arg7 : tensor<64x768xf32>, tensor<768x768xf32>) outs(%53 : tensor<64x768xf32>) -> tensor<64x768xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%54, %arg8 : tensor<64x768xf32>, tensor<768xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.addf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %55 : tensor<64x768xf32>, tensor<64x768xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.addf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<64x768xf32>) outs(%0 : tensor<64x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %81 = arith.extf %in : f32 to f64
      linalg.yield %81 : f64
    } -> tensor<64x768xf64>
    %58 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%57 : tensor<64x768xf64>) outs(%3 : tensor<64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %81 = arith.addf %in, %out : f64
      linalg.yield %81 : f64
    } -> tensor<64x1xf64>
    %59 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<64x1xf64>) outs(%2 : tensor<64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %81 = arith.divf %in, %cst_7 : f64
      linalg.yield %81 : f64
    } -> tensor<64x1xf64>
    %60 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%57, %59 : tensor<64x768xf64>, tensor<64x1xf64>) outs(%0 : tensor<64x768xf64>) {
    ^bb0(%in: f64, %in_21: f64, %out: f64):
      %81 = arith.subf %in, %in_21 : f64
      linalg.yield %81 : f64
    } -> tensor<64x768xf64>
    %61 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%60, %60 : tensor<64x768xf64>, tensor<64x768xf64>) outs(%0 : tensor<64x768xf64>) {
    ^bb0(%in: f64, %in_21: f64, %out: f64):
      %81 = arith.mulf %in, %in_21 : f64
      linalg.yield %81 : f64
    } -> tensor<64x768xf64>
    %62 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%61 : tensor<64x768xf64>) outs(%3 : tensor<64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %81 = arith.addf %in, %out : f64
      linalg.yield %81 : f64
    } -> tensor<64x1xf64>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<64x1xf64>) outs(%2 : tensor<64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %81 = arith.divf %in, %cst_7 : f64
      linalg.yield %81 : f64
    } -> tensor<64x1xf64>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%63 : tensor<64x1xf64>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %81 = arith.truncf %in : f64 to f32
      linalg.yield %81 : f32
    } -> tensor<64x1xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%56 : tensor<64x768xf32>) outs(%12 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.addf %in, %out : f32
      linalg.yield %81 : f32
    } -> tensor<64x1xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%65 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.divf %in, %cst_8 : f32
      linalg.yield %81 : f32
    } -> tensor<64x1xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.truncf %cst_6 : f64 to f32
      %82 = arith.addf %in, %81 : f32
      linalg.yield %82 : f32
    } -> tensor<64x1xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<64x1xf32>) outs(%10 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = math.rsqrt %in : f32
      linalg.yield %81 : f32
    } -> tensor<64x1xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%56, %66 : tensor<64x768xf32>, tensor<64x1xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.subf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%69, %68 : tensor<64x768xf32>, tensor<64x1xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.mulf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%70, %arg3 : tensor<64x768xf32>, tensor<768xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.mulf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%71, %arg4 : tensor<64x768xf32>, tensor<768xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.addf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %73 = tensor.empty() : tensor<64x3072xf32>
    %74 = linalg.fill ins(%cst_0 : f32) outs(%73 : tensor<64x3072xf32>) -> tensor<64x3072xf32>
    %75 = linalg.matmul ins(%72, %arg9 : tensor<64x768xf32>, tensor<768x3072xf32>) outs(%74 : tensor<64x3072xf32>) -> tensor<64x3072xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%75, %arg10 : tensor<64x3072xf32>, tensor<3072xf32>) outs(%73 : tensor<64x3072xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.addf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x3072xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%76 : tensor<64x3072xf32>) outs(%73 : tensor<64x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.divf %in, %cst_10 : f32
      %82 = math.erf %81 : f32
      %83 = arith.addf %82, %cst_2 : f32
      %84 = arith.mulf %83, %cst_3 : f32
      %85 = arith.mulf %in, %84 : f32
      linalg.yield %85 : f32
    } -> tensor<64x3072xf32>
    %78 = linalg.matmul ins(%77, %arg11 : tensor<64x3072xf32>, tensor<3072x768xf32>) outs(%53 : tensor<64x768xf32>) -> tensor<64x768xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%78, %arg12 : tensor<64x768xf32>, tensor<768xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.addf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%56, %79 : tensor<64x768xf32>, tensor<64x768xf32>) outs(%17 : tensor<64x768xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %81 = arith.addf %in, %in_21 : f32
      linalg.yield %81 : f32
    } -> tensor<64x768xf32>
    return %80 : tensor<64x768xf32>
  }
}
// -----
// gpt2_block.op0
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<64x768xf32>, %arg1: memref<64x768xf64>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x768xf32> to tensor<64x768xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<64x768xf64> to tensor<64x768xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<64x768xf32>) outs(%1 : tensor<64x768xf64>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f64):
      %3 = arith.extf %in : f32 to f64
      linalg.yield %3 : f64
    } -> tensor<64x768xf64>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<64x768xf64>, memref<64x768xf64>) -> ()
    return
  }
}
// -----
// gpt2_block.op2
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func @payload(%arg0: memref<64x768xf64>, %arg1: memref<64xf64>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 7.680000e+02 : f64
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x768xf64> to tensor<64x768xf64>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<64xf64> to tensor<64xf64>
    %2 = tensor.empty() : tensor<64xf64>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f64) outs(%2 : tensor<64xf64>) -> tensor<64xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<64x768xf64>) outs(%3 : tensor<64xf64>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f64, %out: f64):
      %6 = arith.addf %in, %out : f64
      linalg.yield %6 : f64
    } -> tensor<64xf64>
    %5 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%4 : tensor<64xf64>) outs(%1 : tensor<64xf64>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f64, %out: f64):
      %6 = arith.divf %in, %cst_0 : f64
      linalg.yield %6 : f64
    } -> tensor<64xf64>
    bufferization.materialize_in_destination %5 in restrict writable %arg1 : (tensor<64xf64>, memref<64xf64>) -> ()
    return
  }
}
// -----
// gpt2_block.op7
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<64x768xf64>, %arg1: memref<64xf64>, %arg2: memref<64x768xf32>, %arg3: memref<768xf32>, %arg4: memref<768xf32>, %arg5: memref<64x768xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 7.680000e+02 : f32
    %cst_2 = arith.constant 7.680000e+02 : f64
    %cst_3 = arith.constant 1.000000e-05 : f64
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x768xf64> to tensor<64x768xf64>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64xf64> to tensor<64xf64>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x768xf32> to tensor<64x768xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<768xf32> to tensor<768xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<768xf32> to tensor<768xf32>
    %5 = bufferization.to_tensor %arg5 restrict writable : memref<64x768xf32> to tensor<64x768xf32>
    %6 = tensor.empty() : tensor<64xf64>
    %7 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f64) outs(%6 : tensor<64xf64>) -> tensor<64xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%0, %1, %0, %1 : tensor<64x768xf64>, tensor<64xf64>, tensor<64x768xf64>, tensor<64xf64>) outs(%7 : tensor<64xf64>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f64, %in_4: f64, %in_5: f64, %in_6: f64, %out: f64):
      %17 = arith.subf %in_5, %in_6 : f64
      %18 = arith.subf %in, %in_4 : f64
      %19 = arith.mulf %18, %17 : f64
      %20 = arith.addf %19, %out : f64
      linalg.yield %20 : f64
    } -> tensor<64xf64>
    %9 = tensor.empty() : tensor<64xf32>
    %10 = linalg.fill {mlirgym.op = "op1.init"} ins(%cst_0 : f32) outs(%9 : tensor<64xf32>) -> tensor<64xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<64x768xf32>) outs(%10 : tensor<64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.addf %in, %out : f32
      linalg.yield %17 : f32
    } -> tensor<64xf32>
    %12 = tensor.empty() : tensor<64xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%11 : tensor<64xf32>) outs(%12 : tensor<64xf32>) attrs =  {mlirgym.op = "op2"} {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.divf %in, %cst_1 : f32
      linalg.yield %17 : f32
    } -> tensor<64xf32>
    %14 = tensor.empty() : tensor<64xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%8 : tensor<64xf64>) outs(%14 : tensor<64xf32>) attrs =  {mlirgym.op = "op3"} {
    ^bb0(%in: f64, %out: f32):
      %17 = arith.divf %in, %cst_2 : f64
      %18 = arith.truncf %17 : f64 to f32
      %19 = arith.truncf %cst_3 : f64 to f32
      %20 = arith.addf %18, %19 : f32
      %21 = math.rsqrt %20 : f32
      linalg.yield %21 : f32
    } -> tensor<64xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map3, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %13, %15, %3, %4 : tensor<64x768xf32>, tensor<64xf32>, tensor<64xf32>, tensor<768xf32>, tensor<768xf32>) outs(%5 : tensor<64x768xf32>) attrs =  {mlirgym.op = "op4"} {
    ^bb0(%in: f32, %in_4: f32, %in_5: f32, %in_6: f32, %in_7: f32, %out: f32):
      %17 = arith.subf %in, %in_4 : f32
      %18 = arith.mulf %17, %in_5 : f32
      %19 = arith.mulf %18, %in_6 : f32
      %20 = arith.addf %19, %in_7 : f32
      linalg.yield %20 : f32
    } -> tensor<64x768xf32>
    bufferization.materialize_in_destination %16 in restrict writable %arg5 : (tensor<64x768xf32>, memref<64x768xf32>) -> ()
    return
  }
}
// -----
// gpt2_block.op9
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<64x768xf32>, %arg1: memref<768x2304xf32>, %arg2: memref<2304xf32>, %arg3: memref<64x2304xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x768xf32> to tensor<64x768xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<768x2304xf32> to tensor<768x2304xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<2304xf32> to tensor<2304xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<64x2304xf32> to tensor<64x2304xf32>
    %4 = tensor.empty() : tensor<64x2304xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<64x2304xf32>) -> tensor<64x2304xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<64x768xf32>, tensor<768x2304xf32>) outs(%5 : tensor<64x2304xf32>) -> tensor<64x2304xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %2 : tensor<64x2304xf32>, tensor<2304xf32>) outs(%3 : tensor<64x2304xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<64x2304xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<64x2304xf32>, memref<64x2304xf32>) -> ()
    return
  }
}
// -----
// gpt2_block.op10
#map = affine_map<(d0, d1, d2, d3) -> (d2, d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @payload(%arg0: memref<64x2304xf32>, %arg1: memref<3x12x64x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x2304xf32> to tensor<64x2304xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<3x12x64x64xf32> to tensor<3x12x64x64xf32>
    %expanded = tensor.expand_shape %0 [[0], [1, 2, 3]] output_shape [64, 3, 12, 64] : tensor<64x2304xf32> into tensor<64x3x12x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<64x3x12x64xf32>) outs(%1 : tensor<3x12x64x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x12x64x64xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<3x12x64x64xf32>, memref<3x12x64x64xf32>) -> ()
    return
  }
}
// -----
// gpt2_block.op13
#map = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<3x12x64x64xf32>, %arg1: memref<12x64x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x12x64x64xf32> to tensor<3x12x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<12x64x64xf32> to tensor<12x64x64xf32>
    %extracted_slice = tensor.extract_slice %0[1, 0, 0, 0] [1, 12, 64, 64] [1, 1, 1, 1] : tensor<3x12x64x64xf32> to tensor<1x12x64x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x12x64x64xf32> into tensor<12x64x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<12x64x64xf32>) outs(%1 : tensor<12x64x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x64x64xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<12x64x64xf32>, memref<12x64x64xf32>) -> ()
    return
  }
}
// -----
// gpt2_block.op19
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<3x12x64x64xf32>, %arg1: memref<12x64x64xf32>, %arg2: memref<12x64x64xf32>) attributes {llvm.emit_c_interface} {
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<-1.000000e+09> : tensor<64x64xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant 8.000000e+00 : f32
    %cst_3 = arith.constant 0xFF800000 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x12x64x64xf32> to tensor<3x12x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<12x64x64xf32> to tensor<12x64x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<12x64x64xf32> to tensor<12x64x64xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 0, 0] [1, 12, 64, 64] [1, 1, 1, 1] : tensor<3x12x64x64xf32> to tensor<1x12x64x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x12x64x64xf32> into tensor<12x64x64xf32>
    %3 = tensor.empty() : tensor<64xi64>
    %4 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%3 : tensor<64xi64>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%out: i64):
      %19 = linalg.index 0 : index
      %20 = arith.index_cast %19 : index to i64
      linalg.yield %20 : i64
    } -> tensor<64xi64>
    %5 = tensor.empty() : tensor<64x64xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%4, %4, %cst, %cst_0 : tensor<64xi64>, tensor<64xi64>, tensor<64x64xf32>, tensor<f32>) outs(%5 : tensor<64x64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: i64, %in_4: i64, %in_5: f32, %in_6: f32, %out: f32):
      %19 = arith.subi %in, %in_4 : i64
      %20 = arith.cmpi sge, %19, %c1_i64 : i64
      %21 = arith.select %20, %in_5, %in_6 : f32
      linalg.yield %21 : f32
    } -> tensor<64x64xf32>
    %7 = tensor.empty() : tensor<12x64x64xf32>
    %8 = linalg.fill {mlirgym.op = "op2.init"} ins(%cst_1 : f32) outs(%7 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %9 = linalg.batch_matmul {mlirgym.op = "op2"} ins(%collapsed, %1 : tensor<12x64x64xf32>, tensor<12x64x64xf32>) outs(%8 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %10 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %6 : tensor<12x64x64xf32>, tensor<64x64xf32>) outs(%2 : tensor<12x64x64xf32>) attrs =  {mlirgym.op = "op3"} {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %19 = arith.divf %in, %cst_2 : f32
      %20 = arith.addf %19, %in_4 : f32
      linalg.yield %20 : f32
    } -> tensor<12x64x64xf32>
    %11 = tensor.empty() : tensor<12x64xf32>
    %12 = linalg.fill {mlirgym.op = "op4.init"} ins(%cst_3 : f32) outs(%11 : tensor<12x64xf32>) -> tensor<12x64xf32>
    %13 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<12x64x64xf32>) outs(%12 : tensor<12x64xf32>) attrs =  {mlirgym.op = "op4"} {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.maximumf %in, %out : f32
      linalg.yield %19 : f32
    } -> tensor<12x64xf32>
    %14 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %13 : tensor<12x64x64xf32>, tensor<12x64xf32>) outs(%2 : tensor<12x64x64xf32>) attrs =  {mlirgym.op = "op5"} {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %19 = arith.subf %in, %in_4 : f32
      %20 = math.exp %19 : f32
      linalg.yield %20 : f32
    } -> tensor<12x64x64xf32>
    %15 = tensor.empty() : tensor<12x64xf32>
    %16 = linalg.fill {mlirgym.op = "op6.init"} ins(%cst_1 : f32) outs(%15 : tensor<12x64xf32>) -> tensor<12x64xf32>
    %17 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<12x64x64xf32>) outs(%16 : tensor<12x64xf32>) attrs =  {mlirgym.op = "op6"} {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.addf %in, %out : f32
      linalg.yield %19 : f32
    } -> tensor<12x64xf32>
    %18 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %17 : tensor<12x64x64xf32>, tensor<12x64xf32>) outs(%2 : tensor<12x64x64xf32>) attrs =  {mlirgym.op = "op7"} {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %19 = arith.divf %in, %in_4 : f32
      linalg.yield %19 : f32
    } -> tensor<12x64x64xf32>
    bufferization.materialize_in_destination %18 in restrict writable %arg2 : (tensor<12x64x64xf32>, memref<12x64x64xf32>) -> ()
    return
  }
}
// -----
// gpt2_block.op21
#map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<12x64x64xf32>, %arg1: memref<3x12x64x64xf32>, %arg2: memref<64x12x64xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<12x64x64xf32> to tensor<12x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3x12x64x64xf32> to tensor<3x12x64x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<64x12x64xf32> to tensor<64x12x64xf32>
    %extracted_slice = tensor.extract_slice %1[2, 0, 0, 0] [1, 12, 64, 64] [1, 1, 1, 1] : tensor<3x12x64x64xf32> to tensor<1x12x64x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x12x64x64xf32> into tensor<12x64x64xf32>
    %3 = tensor.empty() : tensor<12x64x64xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %5 = linalg.batch_matmul {mlirgym.op = "op0"} ins(%0, %collapsed : tensor<12x64x64xf32>, tensor<12x64x64xf32>) outs(%4 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<12x64x64xf32>) outs(%2 : tensor<64x12x64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x12x64xf32>
    bufferization.materialize_in_destination %6 in restrict writable %arg2 : (tensor<64x12x64xf32>, memref<64x12x64xf32>) -> ()
    return
  }
}
// -----
// gpt2_block.op23
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<64x12x64xf32>, %arg1: memref<768x768xf32>, %arg2: memref<64x768xf32>, %arg3: memref<768xf32>, %arg4: memref<64x768xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x12x64xf32> to tensor<64x12x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<768x768xf32> to tensor<768x768xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x768xf32> to tensor<64x768xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<768xf32> to tensor<768xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<64x768xf32> to tensor<64x768xf32>
    %collapsed = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<64x12x64xf32> into tensor<64x768xf32>
    %5 = tensor.empty() : tensor<64x768xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<64x768xf32>) -> tensor<64x768xf32>
    %7 = linalg.matmul {mlirgym.op = "op0"} ins(%collapsed, %1 : tensor<64x768xf32>, tensor<768x768xf32>) outs(%6 : tensor<64x768xf32>) -> tensor<64x768xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %7, %3 : tensor<64x768xf32>, tensor<64x768xf32>, tensor<768xf32>) outs(%4 : tensor<64x768xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.addf %in_0, %in_1 : f32
      %10 = arith.addf %in, %9 : f32
      linalg.yield %10 : f32
    } -> tensor<64x768xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<64x768xf32>, memref<64x768xf32>) -> ()
    return
  }
}
// -----
// gpt2_block.op33
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<64x768xf32>, %arg1: memref<768x3072xf32>, %arg2: memref<3072xf32>, %arg3: memref<64x3072xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.41421354 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x768xf32> to tensor<64x768xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<768x3072xf32> to tensor<768x3072xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<3072xf32> to tensor<3072xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<64x3072xf32> to tensor<64x3072xf32>
    %4 = tensor.empty() : tensor<64x3072xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<64x3072xf32>) -> tensor<64x3072xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<64x768xf32>, tensor<768x3072xf32>) outs(%5 : tensor<64x3072xf32>) -> tensor<64x3072xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %2 : tensor<64x3072xf32>, tensor<3072xf32>) outs(%3 : tensor<64x3072xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %8 = arith.addf %in, %in_3 : f32
      %9 = arith.divf %8, %cst_0 : f32
      %10 = math.erf %9 : f32
      %11 = arith.addf %10, %cst_1 : f32
      %12 = arith.mulf %11, %cst_2 : f32
      %13 = arith.mulf %8, %12 : f32
      linalg.yield %13 : f32
    } -> tensor<64x3072xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<64x3072xf32>, memref<64x3072xf32>) -> ()
    return
  }
}
// -----
// gpt2_block.op35
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<64x3072xf32>, %arg1: memref<3072x768xf32>, %arg2: memref<768xf32>, %arg3: memref<64x768xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x3072xf32> to tensor<64x3072xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3072x768xf32> to tensor<3072x768xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<768xf32> to tensor<768xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<64x768xf32> to tensor<64x768xf32>
    %4 = tensor.empty() : tensor<64x768xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<64x768xf32>) -> tensor<64x768xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<64x3072xf32>, tensor<3072x768xf32>) outs(%5 : tensor<64x768xf32>) -> tensor<64x768xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %6, %2 : tensor<64x768xf32>, tensor<64x768xf32>, tensor<768xf32>) outs(%3 : tensor<64x768xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %8 = arith.addf %in_0, %in_1 : f32
      %9 = arith.addf %in, %8 : f32
      linalg.yield %9 : f32
    } -> tensor<64x768xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<64x768xf32>, memref<64x768xf32>) -> ()
    return
  }
}
