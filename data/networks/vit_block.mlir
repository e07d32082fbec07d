// vit_block
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @vit_block(%arg0: tensor<197x768xf32>, %arg1: tensor<768xf32>, %arg2: tensor<768xf32>, %arg3: tensor<768xf32>, %arg4: tensor<768xf32>, %arg5: tensor<768x2304xf32>, %arg6: tensor<2304xf32>, %arg7: tensor<768x768xf32>, %arg8: tensor<768xf32>, %arg9: tensor<768x3072xf32>, %arg10: tensor<3072xf32>, %arg11: tensor<3072x768xf32>, %arg12: tensor<768xf32>) -> tensor<197x768xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 1.000000e-05 : f64
    %cst_5 = arith.constant 7.680000e+02 : f64
    %cst_6 = arith.constant 7.680000e+02 : f32
    %cst_7 = arith.constant 8.000000e+00 : f32
    %cst_8 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<197x768xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<197x768xf32>) outs(%0 : tensor<197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %75 = arith.extf %in : f32 to f64
      linalg.yield %75 : f64
    } -> tensor<197x768xf64>
    %2 = tensor.empty() : tensor<197x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<197x1xf64>) -> tensor<197x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<197x768xf64>) outs(%3 : tensor<197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %75 = arith.addf %in, %out : f64
      linalg.yield %75 : f64
    } -> tensor<197x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<197x1xf64>) outs(%2 : tensor<197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %75 = arith.divf %in, %cst_5 : f64
      linalg.yield %75 : f64
    } -> tensor<197x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %5 : tensor<197x768xf64>, tensor<197x1xf64>) outs(%0 : tensor<197x768xf64>) {
    ^bb0(%in: f64, %in_17: f64, %out: f64):
      %75 = arith.subf %in, %in_17 : f64
      linalg.yield %75 : f64
    } -> tensor<197x768xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %6 : tensor<197x768xf64>, tensor<197x768xf64>) outs(%0 : tensor<197x768xf64>) {
    ^bb0(%in: f64, %in_17: f64, %out: f64):
      %75 = arith.mulf %in, %in_17 : f64
      linalg.yield %75 : f64
    } -> tensor<197x768xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%7 : tensor<197x768xf64>) outs(%3 : tensor<197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %75 = arith.addf %in, %out : f64
      linalg.yield %75 : f64
    } -> tensor<197x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<197x1xf64>) outs(%2 : tensor<197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %75 = arith.divf %in, %cst_5 : f64
      linalg.yield %75 : f64
    } -> tensor<197x1xf64>
    %10 = tensor.empty() : tensor<197x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<197x1xf64>) outs(%10 : tensor<197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %75 = arith.truncf %in : f64 to f32
      linalg.yield %75 : f32
    } -> tensor<197x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<197x1xf32>) -> tensor<197x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<197x768xf32>) outs(%12 : tensor<197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.addf %in, %out : f32
      linalg.yield %75 : f32
    } -> tensor<197x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<197x1xf32>) outs(%10 : tensor<197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.divf %in, %cst_6 : f32
      linalg.yield %75 : f32
    } -> tensor<197x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<197x1xf32>) outs(%10 : tensor<197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.truncf %cst_4 : f64 to f32
      %76 = arith.addf %in, %75 : f32
      linalg.yield %76 : f32
    } -> tensor<197x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<197x1xf32>) outs(%10 : tensor<197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = math.rsqrt %in : f32
      linalg.yield %75 : f32
    } -> tensor<197x1xf32>
    %17 = tensor.empty() : tensor<197x768xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %14 : tensor<197x768xf32>, tensor<197x1xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.subf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %16 : tensor<197x768xf32>, tensor<197x1xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.mulf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %arg1 : tensor<197x768xf32>, tensor<768xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.mulf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %arg2 : tensor<197x768xf32>, tensor<768xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.addf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %22 = tensor.empty() : tensor<197x2304xf32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<197x2304xf32>) -> tensor<197x2304xf32>
    %24 = linalg.matmul ins(%21, %arg5 : tensor<197x768xf32>, tensor<768x2304xf32>) outs(%23 : tensor<197x2304xf32>) -> tensor<197x2304xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%24, %arg6 : tensor<197x2304xf32>, tensor<2304xf32>) outs(%22 : tensor<197x2304xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.addf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x2304xf32>
    %expanded = tensor.expand_shape %25 [[0], [1, 2, 3]] output_shape [197, 3, 12, 64] : tensor<197x2304xf32> into tensor<197x3x12x64xf32>
    %26 = tensor.empty() : tensor<3x12x197x64xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<197x3x12x64xf32>) outs(%26 : tensor<3x12x197x64xf32>) permutation = [1, 2, 0, 3] 
    %extracted_slice = tensor.extract_slice %transposed[0, 0, 0, 0] [1, 12, 197, 64] [1, 1, 1, 1] : tensor<3x12x197x64xf32> to tensor<1x12x197x64xf32>
    %extracted_slice_9 = tensor.extract_slice %transposed[1, 0, 0, 0] [1, 12, 197, 64] [1, 1, 1, 1] : tensor<3x12x197x64xf32> to tensor<1x12x197x64xf32>
    %extracted_slice_10 = tensor.extract_slice %transposed[2, 0, 0, 0] [1, 12, 197, 64] [1, 1, 1, 1] : tensor<3x12x197x64xf32> to tensor<1x12x197x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x12x197x64xf32> into tensor<12x197x64xf32>
    %collapsed_11 = tensor.collapse_shape %extracted_slice_9 [[0, 1], [2], [3]] : tensor<1x12x197x64xf32> into tensor<12x197x64xf32>
    %collapsed_12 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2], [3]] : tensor<1x12x197x64xf32> into tensor<12x197x64xf32>
    %27 = tensor.empty() : tensor<12x64x197xf32>
    %transposed_13 = linalg.transpose ins(%collapsed_11 : tensor<12x197x64xf32>) outs(%27 : tensor<12x64x197xf32>) permutation = [0, 2, 1] 
    %28 = tensor.empty() : tensor<12x197x197xf32>
    %29 = linalg.fill ins(%cst_0 : f32) outs(%28 : tensor<12x197x197xf32>) -> tensor<12x197x197xf32>
    %30 = linalg.batch_matmul ins(%collapsed, %transposed_13 : tensor<12x197x64xf32>, tensor<12x64x197xf32>) outs(%29 : tensor<12x197x197xf32>) -> tensor<12x197x197xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<12x197x197xf32>) outs(%28 : tensor<12x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.divf %in, %cst_7 : f32
      linalg.yield %75 : f32
    } -> tensor<12x197x197xf32>
    %32 = tensor.empty() : tensor<12x197xi64>
    %33 = linalg.fill ins(%c0_i64 : i64) outs(%32 : tensor<12x197xi64>) -> tensor<12x197xi64>
    %34 = tensor.empty() : tensor<12x197xf32>
    %35 = linalg.fill ins(%cst_1 : f32) outs(%34 : tensor<12x197xf32>) -> tensor<12x197xf32>
    %36:2 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%31 : tensor<12x197x197xf32>) outs(%35, %33 : tensor<12x197xf32>, tensor<12x197xi64>) {
    ^bb0(%in: f32, %out: f32, %out_17: i64):
      %75 = linalg.index 2 : index
      %76 = arith.index_cast %75 : index to i64
      %77 = arith.maximumf %in, %out : f32
      %78 = arith.cmpf ogt, %in, %out : f32
      %79 = arith.select %78, %76, %out_17 : i64
      linalg.yield %77, %79 : f32, i64
    } -> (tensor<12x197xf32>, tensor<12x197xi64>)
    %expanded_14 = tensor.expand_shape %36#0 [[0], [1, 2]] output_shape [12, 197, 1] : tensor<12x197xf32> into tensor<12x197x1xf32>
    %37 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %expanded_14 : tensor<12x197x197xf32>, tensor<12x197x1xf32>) outs(%28 : tensor<12x197x197xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.subf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<12x197x197xf32>
    %38 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<12x197x197xf32>) outs(%28 : tensor<12x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = math.exp %in : f32
      linalg.yield %75 : f32
    } -> tensor<12x197x197xf32>
    %39 = tensor.empty() : tensor<12x197x1xf32>
    %40 = linalg.fill ins(%cst_0 : f32) outs(%39 : tensor<12x197x1xf32>) -> tensor<12x197x1xf32>
    %41 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%38 : tensor<12x197x197xf32>) outs(%40 : tensor<12x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.addf %in, %out : f32
      linalg.yield %75 : f32
    } -> tensor<12x197x1xf32>
    %42 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %41 : tensor<12x197x197xf32>, tensor<12x197x1xf32>) outs(%28 : tensor<12x197x197xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.divf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<12x197x197xf32>
    %43 = tensor.empty() : tensor<12x197x64xf32>
    %44 = linalg.fill ins(%cst_0 : f32) outs(%43 : tensor<12x197x64xf32>) -> tensor<12x197x64xf32>
    %45 = linalg.batch_matmul ins(%42, %collapsed_12 : tensor<12x197x197xf32>, tensor<12x197x64xf32>) outs(%44 : tensor<12x197x64xf32>) -> tensor<12x197x64xf32>
    %46 = tensor.empty() : tensor<197x12x64xf32>
    %transposed_15 = linalg.transpose ins(%45 : tensor<12x197x64xf32>) outs(%46 : tensor<197x12x64xf32>) permutation = [1, 0, 2] 
    %collapsed_16 = tensor.collapse_shape %transposed_15 [[0], [1, 2]] : tensor<197x12x64xf32> into tensor<197x768xf32>
    %47 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<197x768xf32>) -> tensor<197x768xf32>
    %48 = linalg.matmul ins(%collapsed_16, %arg7 : tensor<197x768xf32>, tensor<768x768xf32>) outs(%47 : tensor<197x768xf32>) -> tensor<197x768xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%48, %arg8 : tensor<197x768xf32>, tensor<768xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.addf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %49 : tensor<197x768xf32>, tensor<197x768xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.addf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<197x768xf32>) outs(%0 : tensor<197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %75 = arith.extf %in : f32 to f64
      linalg.yield %75 : f64
    } -> tensor<197x768xf64>
    %52 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%51 : tensor<197x768xf64>) outs(%3 : tensor<197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %75 = arith.addf %in, %out : f64
      linalg.yield %75 : f64
    } -> tensor<197x1xf64>
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<197x1xf64>) outs(%2 : tensor<197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %75 = arith.divf %in, %cst_5 : f64
      linalg.yield %75 : f64
    } -> tensor<197x1xf64>
    %54 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%51, %53 : tensor<197x768xf64>, tensor<197x1xf64>) outs(%0 : tensor<197x768xf64>) {
    ^bb0(%in: f64, %in_17: f64, %out: f64):
      %75 = arith.subf %in, %in_17 : f64
      linalg.yield %75 : f64
    } -> tensor<197x768xf64>
    %55 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%54, %54 : tensor<197x768xf64>, tensor<197x768xf64>) outs(%0 : tensor<197x768xf64>) {
    ^bb0(%in: f64, %in_17: f64, %out: f64):
      %75 = arith.mulf %in, %in_17 : f64
      linalg.yield %75 : f64
    } -> tensor<197x768xf64>
    %56 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%55 : tensor<197x768xf64>) outs(%3 : tensor<197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %75 = arith.addf %in, %out : f64
      linalg.yield %75 : f64
    } -> tensor<197x1xf64>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<197x1xf64>) outs(%2 : tensor<197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %75 = arith.divf %in, %cst_5 : f64
      linalg.yield %75 : f64
    } -> tensor<197x1xf64>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<197x1xf64>) outs(%10 : tensor<197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %75 = arith.truncf %in : f64 to f32
      linalg.yield %75 : f32
    } -> tensor<197x1xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%50 : tensor<197x768xf32>) outs(%12 : tensor<197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.addf %in, %out : f32
      linalg.yield %75 : f32
    } -> tensor<197x1xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%59 : tensor<197x1xf32>) outs(%10 : tensor<197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.divf %in, %cst_6 : f32
      linalg.yield %75 : f32
    } -> tensor<197x1xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<197x1xf32>) outs(%10 : tensor<197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.truncf %cst_4 : f64 to f32
      %76 = arith.addf %in, %75 : f32
      linalg.yield %76 : f32
    } -> tensor<197x1xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<197x1xf32>) outs(%10 : tensor<197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = math.rsqrt %in : f32
      linalg.yield %75 : f32
    } -> tensor<197x1xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%50, %60 : tensor<197x768xf32>, tensor<197x1xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.subf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%63, %62 : tensor<197x768xf32>, tensor<197x1xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.mulf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%64, %arg3 : tensor<197x768xf32>, tensor<768xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.mulf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%65, %arg4 : tensor<197x768xf32>, tensor<768xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.addf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %67 = tensor.empty() : tensor<197x3072xf32>
    %68 = linalg.fill ins(%cst_0 : f32) outs(%67 : tensor<197x3072xf32>) -> tensor<197x3072xf32>
    %69 = linalg.matmul ins(%66, %arg9 : tensor<197x768xf32>, tensor<768x3072xf32>) outs(%68 : tensor<197x3072xf32>) -> tensor<197x3072xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%69, %arg10 : tensor<197x3072xf32>, tensor<3072xf32>) outs(%67 : tensor<197x3072xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.addf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x3072xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<197x3072xf32>) outs(%67 : tensor<197x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.divf %in, %cst_8 : f32
      %76 = math.erf %75 : f32
      %77 = arith.addf %76, %cst_2 : f32
      %78 = arith.mulf %77, %cst_3 : f32
      %79 = arith.mulf %in, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<197x3072xf32>
    %72 = linalg.matmul ins(%71, %arg11 : tensor<197x3072xf32>, tensor<3072x768xf32>) outs(%47 : tensor<197x768xf32>) -> tensor<197x768xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%72, %arg12 : tensor<197x768xf32>, tensor<768xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.addf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%50, %73 : tensor<197x768xf32>, tensor<197x768xf32>) outs(%17 : tensor<197x768xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %75 = arith.addf %in, %in_17 : f32
      linalg.yield %75 : f32
    } -> tensor<197x768xf32>
    return %74 : tensor<197x768xf32>
  }
}
// -----
// vit_block.op0
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<197x768xf32>, %arg1: memref<197x768xf64>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<197x768xf32> to tensor<197x768xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<197x768xf64> to tensor<197x768xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<197x768xf32>) outs(%1 : tensor<197x768xf64>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f64):
      %3 = arith.extf %in : f32 to f64
      linalg.yield %3 : f64
    } -> tensor<197x768xf64>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<197x768xf64>, memref<197x768xf64>) -> ()
    return
  }
}
// -----
// vit_block.op2
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func @payload(%arg0: memref<197x768xf64>, %arg1: memref<197xf64>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 7.680000e+02 : f64
    %0 = bufferization.to_tensor %arg0 restrict : memref<197x768xf64> to tensor<197x768xf64>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<197xf64> to tensor<197xf64>
    %2 = tensor.empty() : tensor<197xf64>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f64) outs(%2 : tensor<197xf64>) -> tensor<197xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<197x768xf64>) outs(%3 : tensor<197xf64>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f64, %out: f64):
      %6 = arith.addf %in, %out : f64
      linalg.yield %6 : f64
    } -> tensor<197xf64>
    %5 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%4 : tensor<197xf64>) outs(%1 : tensor<197xf64>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f64, %out: f64):
      %6 = arith.divf %in, %cst_0 : f64
      linalg.yield %6 : f64
    } -> tensor<197xf64>
    bufferization.materialize_in_destination %5 in restrict writable %arg1 : (tensor<197xf64>, memref<197xf64>) -> ()
    return
  }
}
// -----
// vit_block.op7
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<197x768xf64>, %arg1: memref<197xf64>, %arg2: memref<197x768xf32>, %arg3: memref<768xf32>, %arg4: memref<768xf32>, %arg5: memref<197x768xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 7.680000e+02 : f32
    %cst_2 = arith.constant 7.680000e+02 : f64
    %cst_3 = arith.constant 1.000000e-05 : f64
    %0 = bufferization.to_tensor %arg0 restrict : memref<197x768xf64> to tensor<197x768xf64>
    %1 = bufferization.to_tensor %arg1 restrict : memref<197xf64> to tensor<197xf64>
    %2 = bufferization.to_tensor %arg2 restrict : memref<197x768xf32> to tensor<197x768xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<768xf32> to tensor<768xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<768xf32> to tensor<768xf32>
    %5 = bufferization.to_tensor %arg5 restrict writable : memref<197x768xf32> to tensor<197x768xf32>
    %6 = tensor.empty() : tensor<197xf64>
    %7 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f64) outs(%6 : tensor<197xf64>) -> tensor<197xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%0, %1, %0, %1 : tensor<197x768xf64>, tensor<197xf64>, tensor<197x768xf64>, tensor<197xf64>) outs(%7 : tensor<197xf64>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f64, %in_4: f64, %in_5: f64, %in_6: f64, %out: f64):
      %17 = arith.subf %in_5, %in_6 : f64
      %18 = arith.subf %in, %in_4 : f64
      %19 = arith.mulf %18, %17 : f64
      %20 = arith.addf %19, %out : f64
      linalg.yield %20 : f64
    } -> tensor<197xf64>
    %9 = tensor.empty() : tensor<197xf32>
    %10 = linalg.fill {mlirgym.op = "op1.init"} ins(%cst_0 : f32) outs(%9 : tensor<197xf32>) -> tensor<197xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<197x768xf32>) outs(%10 : tensor<197xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.addf %in, %out : f32
      linalg.yield %17 : f32
    } -> tensor<197xf32>
    %12 = tensor.empty() : tensor<197xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%11 : tensor<197xf32>) outs(%12 : tensor<197xf32>) attrs =  {mlirgym.op = "op2"} {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.divf %in, %cst_1 : f32
      linalg.yield %17 : f32
    } -> tensor<197xf32>
    %14 = tensor.empty() : tensor<197xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%8 : tensor<197xf64>) outs(%14 : tensor<197xf32>) attrs =  {mlirgym.op = "op3"} {
    ^bb0(%in: f64, %out: f32):
      %17 = arith.divf %in, %cst_2 : f64
      %18 = arith.truncf %17 : f64 to f32
      %19 = arith.truncf %cst_3 : f64 to f32
      %20 = arith.addf %18, %19 : f32
      %21 = math.rsqrt %20 : f32
      linalg.yield %21 : f32
    } -> tensor<197xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map3, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %13, %15, %3, %4 : tensor<197x768xf32>, tensor<197xf32>, tensor<197xf32>, tensor<768xf32>, tensor<768xf32>) outs(%5 : tensor<197x768xf32>) attrs =  {mlirgym.op = "op4"} {
    ^bb0(%in: f32, %in_4: f32, %in_5: f32, %in_6: f32, %in_7: f32, %out: f32):
      %17 = arith.subf %in, %in_4 : f32
      %18 = arith.mulf %17, %in_5 : f32
      %19 = arith.mulf %18, %in_6 : f32
      %20 = arith.addf %19, %in_7 : f32
      linalg.yield %20 : f32
    } -> tensor<197x768xf32>
    bufferization.materialize_in_destination %16 in restrict writable %arg5 : (tensor<197x768xf32>, memref<197x768xf32>) -> ()
    return
  }
}
// -----
// vit_block.op9
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<197x768xf32>, %arg1: memref<768x2304xf32>, %arg2: memref<2304xf32>, %arg3: memref<197x2304xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<197x768xf32> to tensor<197x768xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<768x2304xf32> to tensor<768x2304xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<2304xf32> to tensor<2304xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<197x2304xf32> to tensor<197x2304xf32>
    %4 = tensor.empty() : tensor<197x2304xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<197x2304xf32>) -> tensor<197x2304xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<197x768xf32>, tensor<768x2304xf32>) outs(%5 : tensor<197x2304xf32>) -> tensor<197x2304xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %2 : tensor<197x2304xf32>, tensor<2304xf32>) outs(%3 : tensor<197x2304xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<197x2304xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<197x2304xf32>, memref<197x2304xf32>) -> ()
    return
  }
}
// -----
// vit_block.op10
#map = affine_map<(d0, d1, d2, d3) -> (d2, d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @payload(%arg0: memref<197x2304xf32>, %arg1: memref<3x12x197x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<197x2304xf32> to tensor<197x2304xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<3x12x197x64xf32> to tensor<3x12x197x64xf32>
    %expanded = tensor.expand_shape %0 [[0], [1, 2, 3]] output_shape [197, 3, 12, 64] : tensor<197x2304xf32> into tensor<197x3x12x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<197x3x12x64xf32>) outs(%1 : tensor<3x12x197x64xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x12x197x64xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<3x12x197x64xf32>, memref<3x12x197x64xf32>) -> ()
    return
  }
}
// -----
// vit_block.op11
#map = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<3x12x197x64xf32>, %arg1: memref<12x64x197xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x12x197x64xf32> to tensor<3x12x197x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<12x64x197xf32> to tensor<12x64x197xf32>
    %extracted_slice = tensor.extract_slice %0[1, 0, 0, 0] [1, 12, 197, 64] [1, 1, 1, 1] : tensor<3x12x197x64xf32> to tensor<1x12x197x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x12x197x64xf32> into tensor<12x197x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<12x197x64xf32>) outs(%1 : tensor<12x64x197xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x64x197xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<12x64x197xf32>, memref<12x64x197xf32>) -> ()
    return
  }
}
// -----
// vit_block.op17
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<3x12x197x64xf32>, %arg1: memref<12x64x197xf32>, %arg2: memref<12x197x197xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 8.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<3x12x197x64xf32> to tensor<3x12x197x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<12x64x197xf32> to tensor<12x64x197xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<12x197x197xf32> to tensor<12x197x197xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 0, 0] [1, 12, 197, 64] [1, 1, 1, 1] : tensor<3x12x197x64xf32> to tensor<1x12x197x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x12x197x64xf32> into tensor<12x197x64xf32>
    %3 = tensor.empty() : tensor<12x197x197xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<12x197x197xf32>) -> tensor<12x197x197xf32>
    %5 = linalg.batch_matmul {mlirgym.op = "op0"} ins(%collapsed, %1 : tensor<12x197x64xf32>, tensor<12x64x197xf32>) outs(%4 : tensor<12x197x197xf32>) -> tensor<12x197x197xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<12x197x197xf32>) outs(%2 : tensor<12x197x197xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.divf %in, %cst_0 : f32
      linalg.yield %15 : f32
    } -> tensor<12x197x197xf32>
    %7 = tensor.empty() : tensor<12x197xf32>
    %8 = linalg.fill {mlirgym.op = "op2.init"} ins(%cst_1 : f32) outs(%7 : tensor<12x197xf32>) -> tensor<12x197xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<12x197x197xf32>) outs(%8 : tensor<12x197xf32>) attrs =  {mlirgym.op = "op2"} {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.maximumf %in, %out : f32
      linalg.yield %15 : f32
    } -> tensor<12x197xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %9 : tensor<12x197x197xf32>, tensor<12x197xf32>) outs(%2 : tensor<12x197x197xf32>) attrs =  {mlirgym.op = "op3"} {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %15 = arith.subf %in, %in_2 : f32
      %16 = math.exp %15 : f32
      linalg.yield %16 : f32
    } -> tensor<12x197x197xf32>
    %11 = tensor.empty() : tensor<12x197xf32>
    %12 = linalg.fill {mlirgym.op = "op4.init"} ins(%cst : f32) outs(%11 : tensor<12x197xf32>) -> tensor<12x197xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<12x197x197xf32>) outs(%12 : tensor<12x197xf32>) attrs =  {mlirgym.op = "op4"} {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.addf %in, %out : f32
      linalg.yield %15 : f32
    } -> tensor<12x197xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %13 : tensor<12x197x197xf32>, tensor<12x197xf32>) outs(%2 : tensor<12x197x197xf32>) attrs =  {mlirgym.op = "op5"} {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %15 = arith.divf %in, %in_2 : f32
      linalg.yield %15 : f32
    } -> tensor<12x197x197xf32>
    bufferization.materialize_in_destination %14 in restrict writable %arg2 : (tensor<12x197x197xf32>, memref<12x197x197xf32>) -> ()
    return
  }
}
// -----
// vit_block.op19
#map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @payload(%arg0: memref<12x197x197xf32>, %arg1: memref<3x12x197x64xf32>, %arg2: memref<197x12x64xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<12x197x197xf32> to tensor<12x197x197xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3x12x197x64xf32> to tensor<3x12x197x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<197x12x64xf32> to tensor<197x12x64xf32>
    %extracted_slice = tensor.extract_slice %1[2, 0, 0, 0] [1, 12, 197, 64] [1, 1, 1, 1] : tensor<3x12x197x64xf32> to tensor<1x12x197x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x12x197x64xf32> into tensor<12x197x64xf32>
    %3 = tensor.empty() : tensor<12x197x64xf32>
    %4 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%3 : tensor<12x197x64xf32>) -> tensor<12x197x64xf32>
    %5 = linalg.batch_matmul {mlirgym.op = "op0"} ins(%0, %collapsed : tensor<12x197x197xf32>, tensor<12x197x64xf32>) outs(%4 : tensor<12x197x64xf32>) -> tensor<12x197x64xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<12x197x64xf32>) outs(%2 : tensor<197x12x64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<197x12x64xf32>
    bufferization.materialize_in_destination %6 in restrict writable %arg2 : (tensor<197x12x64xf32>, memref<197x12x64xf32>) -> ()
    return
  }
}
// -----
// vit_block.op21
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<197x12x64xf32>, %arg1: memref<768x768xf32>, %arg2: memref<197x768xf32>, %arg3: memref<768xf32>, %arg4: memref<197x768xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<197x12x64xf32> to tensor<197x12x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<768x768xf32> to tensor<768x768xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<197x768xf32> to tensor<197x768xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<768xf32> to tensor<768xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<197x768xf32> to tensor<197x768xf32>
    %collapsed = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<197x12x64xf32> into tensor<197x768xf32>
    %5 = tensor.empty() : tensor<197x768xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<197x768xf32>) -> tensor<197x768xf32>
    %7 = linalg.matmul {mlirgym.op = "op0"} ins(%collapsed, %1 : tensor<197x768xf32>, tensor<768x768xf32>) outs(%6 : tensor<197x768xf32>) -> tensor<197x768xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %7, %3 : tensor<197x768xf32>, tensor<197x768xf32>, tensor<768xf32>) outs(%4 : tensor<197x768xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.addf %in_0, %in_1 : f32
      %10 = arith.addf %in, %9 : f32
      linalg.yield %10 : f32
    } -> tensor<197x768xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<197x768xf32>, memref<197x768xf32>) -> ()
    return
  }
}
// -----
// vit_block.op31
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<197x768xf32>, %arg1: memref<768x3072xf32>, %arg2: memref<3072xf32>, %arg3: memref<197x3072xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.41421354 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<197x768xf32> to tensor<197x768xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<768x3072xf32> to tensor<768x3072xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<3072xf32> to tensor<3072xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<197x3072xf32> to tensor<197x3072xf32>
    %4 = tensor.empty() : tensor<197x3072xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<197x3072xf32>) -> tensor<197x3072xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<197x768xf32>, tensor<768x3072xf32>) outs(%5 : tensor<197x3072xf32>) -> tensor<197x3072xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %2 : tensor<197x3072xf32>, tensor<3072xf32>) outs(%3 : tensor<197x3072xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %8 = arith.addf %in, %in_3 : f32
      %9 = arith.divf %8, %cst_0 : f32
      %10 = math.erf %9 : f32
      %11 = arith.addf %10, %cst_1 : f32
      %12 = arith.mulf %11, %cst_2 : f32
      %13 = arith.mulf %8, %12 : f32
      linalg.yield %13 : f32
    } -> tensor<197x3072xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<197x3072xf32>, memref<197x3072xf32>) -> ()
    return
  }
}
// -----
// vit_block.op33
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<197x3072xf32>, %arg1: memref<3072x768xf32>, %arg2: memref<768xf32>, %arg3: memref<197x768xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<197x3072xf32> to tensor<197x3072xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3072x768xf32> to tensor<3072x768xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<768xf32> to tensor<768xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<197x768xf32> to tensor<197x768xf32>
    %4 = tensor.empty() : tensor<197x768xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<197x768xf32>) -> tensor<197x768xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<197x3072xf32>, tensor<3072x768xf32>) outs(%5 : tensor<197x768xf32>) -> tensor<197x768xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %6, %2 : tensor<197x768xf32>, tensor<197x768xf32>, tensor<768xf32>) outs(%3 : tensor<197x768xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %8 = arith.addf %in_0, %in_1 : f32
      %9 = arith.addf %in, %8 : f32
      linalg.yield %9 : f32
    } -> tensor<197x768xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<197x768xf32>, memref<197x768xf32>) -> ()
    return
  }
}
