// lstm
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @lstm(%arg0: tensor<16x8x256xf32>, %arg1: tensor<8x256xf32>, %arg2: tensor<8x256xf32>, %arg3: tensor<256x1024xf32>, %arg4: tensor<1024xf32>, %arg5: tensor<256x1024xf32>) -> (tensor<8x256xf32>, tensor<8x256xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<16x8x256xf32> into tensor<128x256xf32>
    %0 = tensor.empty() : tensor<128x1024xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x1024xf32>) -> tensor<128x1024xf32>
    %2 = linalg.matmul ins(%collapsed, %arg3 : tensor<128x256xf32>, tensor<256x1024xf32>) outs(%1 : tensor<128x1024xf32>) -> tensor<128x1024xf32>
    %expanded = tensor.expand_shape %2 [[0, 1], [2]] output_shape [16, 8, 1024] : tensor<128x1024xf32> into tensor<16x8x1024xf32>
    %3 = tensor.empty() : tensor<16x8x1024xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg4 : tensor<16x8x1024xf32>, tensor<1024xf32>) outs(%3 : tensor<16x8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<16x8x1024xf32>
    %extracted_slice = tensor.extract_slice %4[0, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_1 = tensor.extract_slice %4[1, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_2 = tensor.extract_slice %4[2, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_3 = tensor.extract_slice %4[3, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_4 = tensor.extract_slice %4[4, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_5 = tensor.extract_slice %4[5, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_6 = tensor.extract_slice %4[6, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_7 = tensor.extract_slice %4[7, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_8 = tensor.extract_slice %4[8, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_9 = tensor.extract_slice %4[9, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_10 = tensor.extract_slice %4[10, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_11 = tensor.extract_slice %4[11, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_12 = tensor.extract_slice %4[12, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_13 = tensor.extract_slice %4[13, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_14 = tensor.extract_slice %4[14, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %extracted_slice_15 = tensor.extract_slice %4[15, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed_16 = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_17 = tensor.collapse_shape %extracted_slice_1 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_18 = tensor.collapse_shape %extracted_slice_2 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_19 = tensor.collapse_shape %extracted_slice_3 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_20 = tensor.collapse_shape %extracted_slice_4 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_21 = tensor.collapse_shape %extracted_slice_5 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_22 = tensor.collapse_shape %extracted_slice_6 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_23 = tensor.collapse_shape %extracted_slice_7 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_24 = tensor.collapse_shape %extracted_slice_8 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_25 = tensor.collapse_shape %extracted_slice_9 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_26 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_27 = tensor.collapse_shape %extracted_slice_11 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_28 = tensor.collapse_shape %extracted_slice_12 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_29 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_30 = tensor.collapse_shape %extracted_slice_14 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %collapsed_31 = tensor.collapse_shape %extracted_slice_15 [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %5 = tensor.empty() : tensor<8x1024xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.matmul ins(%arg1, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_16, %7 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_32 = tensor.extract_slice %8[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_33 = tensor.extract_slice %8[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_34 = tensor.extract_slice %8[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_35 = tensor.extract_slice %8[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %9 = tensor.empty() : tensor<8x256xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_33 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%10, %arg2 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_32 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_34 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%11, %14 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_35 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%16, %17 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %19 = linalg.matmul ins(%18, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_17, %19 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_36 = tensor.extract_slice %20[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_37 = tensor.extract_slice %20[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_38 = tensor.extract_slice %20[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_39 = tensor.extract_slice %20[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_37 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%21, %15 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_36 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_38 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%23, %24 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%22, %25 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_39 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %28 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%27, %28 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %30 = linalg.matmul ins(%29, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %31 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_18, %30 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_40 = tensor.extract_slice %31[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_41 = tensor.extract_slice %31[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_42 = tensor.extract_slice %31[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_43 = tensor.extract_slice %31[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_41 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %33 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%32, %26 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %34 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_40 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %35 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_42 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %36 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%34, %35 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %37 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%33, %36 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %38 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_43 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %39 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %40 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%38, %39 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %41 = linalg.matmul ins(%40, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %42 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_19, %41 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_44 = tensor.extract_slice %42[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_45 = tensor.extract_slice %42[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_46 = tensor.extract_slice %42[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_47 = tensor.extract_slice %42[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_45 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %44 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%43, %37 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %45 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_44 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %46 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_46 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %47 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%45, %46 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %48 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%44, %47 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %49 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_47 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %50 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %51 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%49, %50 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %52 = linalg.matmul ins(%51, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %53 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_20, %52 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_48 = tensor.extract_slice %53[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_49 = tensor.extract_slice %53[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_50 = tensor.extract_slice %53[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_51 = tensor.extract_slice %53[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %54 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_49 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %55 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%54, %48 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %56 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_48 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %57 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_50 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %58 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%56, %57 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %59 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%55, %58 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %60 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_51 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %61 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%59 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %62 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%60, %61 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %63 = linalg.matmul ins(%62, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %64 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_21, %63 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_52 = tensor.extract_slice %64[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_53 = tensor.extract_slice %64[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_54 = tensor.extract_slice %64[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_55 = tensor.extract_slice %64[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %65 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_53 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %66 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%65, %59 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_52 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %68 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_54 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%67, %68 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %70 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%66, %69 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %71 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_55 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %72 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %73 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%71, %72 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %74 = linalg.matmul ins(%73, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %75 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_22, %74 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_56 = tensor.extract_slice %75[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_57 = tensor.extract_slice %75[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_58 = tensor.extract_slice %75[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_59 = tensor.extract_slice %75[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_57 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %77 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%76, %70 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %78 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_56 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %79 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_58 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %80 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%78, %79 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %81 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%77, %80 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %82 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_59 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %83 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%81 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %84 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%82, %83 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %85 = linalg.matmul ins(%84, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %86 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_23, %85 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_60 = tensor.extract_slice %86[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_61 = tensor.extract_slice %86[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_62 = tensor.extract_slice %86[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_63 = tensor.extract_slice %86[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %87 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_61 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %88 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%87, %81 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %89 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_60 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %90 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_62 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %91 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%89, %90 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %92 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%88, %91 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %93 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_63 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %94 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%92 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%93, %94 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %96 = linalg.matmul ins(%95, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %97 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_24, %96 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_64 = tensor.extract_slice %97[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_65 = tensor.extract_slice %97[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_66 = tensor.extract_slice %97[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_67 = tensor.extract_slice %97[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %98 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_65 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %99 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%98, %92 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %100 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_64 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %101 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_66 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %102 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%100, %101 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %103 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%99, %102 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %104 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_67 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %105 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%103 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %106 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%104, %105 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %107 = linalg.matmul ins(%106, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %108 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_25, %107 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_68 = tensor.extract_slice %108[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_69 = tensor.extract_slice %108[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_70 = tensor.extract_slice %108[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_71 = tensor.extract_slice %108[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %109 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_69 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %110 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%109, %103 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %111 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_68 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %112 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_70 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %113 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%111, %112 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %114 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%110, %113 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %115 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_71 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %116 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%114 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %117 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%115, %116 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %118 = linalg.matmul ins(%117, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %119 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_26, %118 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_72 = tensor.extract_slice %119[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_73 = tensor.extract_slice %119[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_74 = tensor.extract_slice %119[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_75 = tensor.extract_slice %119[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %120 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_73 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %121 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%120, %114 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %122 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_72 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %123 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_74 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %124 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%122, %123 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %125 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%121, %124 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %126 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_75 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %127 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%125 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %128 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%126, %127 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %129 = linalg.matmul ins(%128, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %130 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_27, %129 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_76 = tensor.extract_slice %130[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_77 = tensor.extract_slice %130[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_78 = tensor.extract_slice %130[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_79 = tensor.extract_slice %130[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %131 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_77 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %132 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%131, %125 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %133 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_76 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %134 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_78 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %135 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%133, %134 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %136 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%132, %135 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %137 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_79 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %138 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %139 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%137, %138 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %140 = linalg.matmul ins(%139, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %141 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_28, %140 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_80 = tensor.extract_slice %141[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_81 = tensor.extract_slice %141[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_82 = tensor.extract_slice %141[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_83 = tensor.extract_slice %141[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %142 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_81 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %143 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%142, %136 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %144 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_80 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %145 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_82 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %146 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%144, %145 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %147 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%143, %146 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %148 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_83 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %149 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %150 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%148, %149 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %151 = linalg.matmul ins(%150, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %152 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_29, %151 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_84 = tensor.extract_slice %152[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_85 = tensor.extract_slice %152[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_86 = tensor.extract_slice %152[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_87 = tensor.extract_slice %152[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %153 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_85 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %154 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%153, %147 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %155 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_84 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %156 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_86 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %157 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%155, %156 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %158 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%154, %157 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %159 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_87 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %160 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%158 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %161 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%159, %160 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %162 = linalg.matmul ins(%161, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %163 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_30, %162 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_88 = tensor.extract_slice %163[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_89 = tensor.extract_slice %163[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_90 = tensor.extract_slice %163[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_91 = tensor.extract_slice %163[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %164 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_89 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %165 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%164, %158 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %166 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_88 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %167 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_90 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %168 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%166, %167 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %169 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%165, %168 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %170 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_91 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %171 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%169 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %172 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%170, %171 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %173 = linalg.matmul ins(%172, %arg5 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%6 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %174 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_31, %173 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%5 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x1024xf32>
    %extracted_slice_92 = tensor.extract_slice %174[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_93 = tensor.extract_slice %174[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_94 = tensor.extract_slice %174[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_95 = tensor.extract_slice %174[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %175 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_93 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %176 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%175, %169 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %177 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_92 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %178 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_94 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %179 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%177, %178 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %180 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%176, %179 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.addf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %181 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_95 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = arith.negf %in : f32
      %185 = math.exp %184 : f32
      %186 = arith.addf %185, %cst_0 : f32
      %187 = arith.divf %cst_0, %186 : f32
      linalg.yield %187 : f32
    } -> tensor<8x256xf32>
    %182 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%180 : tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %184 = math.tanh %in : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    %183 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%181, %182 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%9 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %184 = arith.mulf %in, %in_96 : f32
      linalg.yield %184 : f32
    } -> tensor<8x256xf32>
    return %183, %180 : tensor<8x256xf32>, tensor<8x256xf32>
  }
}
// -----
// lstm.op0
module {
  func.func @payload(%arg0: memref<16x8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<128x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<16x8x256xf32> to tensor<16x8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<128x1024xf32> to tensor<128x1024xf32>
    %collapsed = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<16x8x256xf32> into tensor<128x256xf32>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%2 : tensor<128x1024xf32>) -> tensor<128x1024xf32>
    %4 = linalg.matmul {mlirgym.op = "op0"} ins(%collapsed, %1 : tensor<128x256xf32>, tensor<256x1024xf32>) outs(%3 : tensor<128x1024xf32>) -> tensor<128x1024xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<128x1024xf32>, memref<128x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op1
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2)>
module {
  func.func @payload(%arg0: memref<128x1024xf32>, %arg1: memref<1024xf32>, %arg2: memref<16x8x1024xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<128x1024xf32> to tensor<128x1024xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<1024xf32> to tensor<1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %expanded = tensor.expand_shape %0 [[0, 1], [2]] output_shape [16, 8, 1024] : tensor<128x1024xf32> into tensor<16x8x1024xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %1 : tensor<16x8x1024xf32>, tensor<1024xf32>) outs(%2 : tensor<16x8x1024xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %4 = arith.addf %in, %in_0 : f32
      linalg.yield %4 : f32
    } -> tensor<16x8x1024xf32>
    bufferization.materialize_in_destination %3 in restrict writable %arg2 : (tensor<16x8x1024xf32>, memref<16x8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op3
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[0, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op4
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x1024xf32>, %arg1: memref<8x256xf32>, %arg2: memref<8x256xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 1.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x1024xf32> to tensor<8x1024xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<8x256xf32> to tensor<8x256xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_0 = tensor.extract_slice %0[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_1 = tensor.extract_slice %0[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_0, %1, %extracted_slice, %extracted_slice_1 : tensor<8x256xf32>, tensor<8x256xf32>, tensor<8x256xf32>, tensor<8x256xf32>) outs(%2 : tensor<8x256xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %out: f32):
      %4 = math.tanh %in_4 : f32
      %5 = arith.negf %in_3 : f32
      %6 = math.exp %5 : f32
      %7 = arith.addf %6, %cst : f32
      %8 = arith.divf %cst, %7 : f32
      %9 = arith.mulf %8, %4 : f32
      %10 = arith.negf %in : f32
      %11 = math.exp %10 : f32
      %12 = arith.addf %11, %cst : f32
      %13 = arith.divf %cst, %12 : f32
      %14 = arith.mulf %13, %in_2 : f32
      %15 = arith.addf %14, %9 : f32
      linalg.yield %15 : f32
    } -> tensor<8x256xf32>
    bufferization.materialize_in_destination %3 in restrict writable %arg2 : (tensor<8x256xf32>, memref<8x256xf32>) -> ()
    return
  }
}
// -----
// lstm.op5
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x1024xf32>, %arg1: memref<8x256xf32>, %arg2: memref<8x256xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 1.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x1024xf32> to tensor<8x1024xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<8x256xf32> to tensor<8x256xf32>
    %extracted_slice = tensor.extract_slice %0[0, 768] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice, %1 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%2 : tensor<8x256xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %4 = math.tanh %in_0 : f32
      %5 = arith.negf %in : f32
      %6 = math.exp %5 : f32
      %7 = arith.addf %6, %cst : f32
      %8 = arith.divf %cst, %7 : f32
      %9 = arith.mulf %8, %4 : f32
      linalg.yield %9 : f32
    } -> tensor<8x256xf32>
    bufferization.materialize_in_destination %3 in restrict writable %arg2 : (tensor<8x256xf32>, memref<8x256xf32>) -> ()
    return
  }
}
// -----
// lstm.op7
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[1, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op8
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x1024xf32>, %arg1: memref<8x256xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 1.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x1024xf32> to tensor<8x1024xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<8x256xf32> to tensor<8x256xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_0 = tensor.extract_slice %0[0, 256] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %extracted_slice_1 = tensor.extract_slice %0[0, 512] [8, 256] [1, 1] : tensor<8x1024xf32> to tensor<8x256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_0, %1, %extracted_slice, %extracted_slice_1 : tensor<8x256xf32>, tensor<8x256xf32>, tensor<8x256xf32>, tensor<8x256xf32>) outs(%1 : tensor<8x256xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %out: f32):
      %3 = math.tanh %in_4 : f32
      %4 = arith.negf %in_3 : f32
      %5 = math.exp %4 : f32
      %6 = arith.addf %5, %cst : f32
      %7 = arith.divf %cst, %6 : f32
      %8 = arith.mulf %7, %3 : f32
      %9 = arith.negf %in : f32
      %10 = math.exp %9 : f32
      %11 = arith.addf %10, %cst : f32
      %12 = arith.divf %cst, %11 : f32
      %13 = arith.mulf %12, %in_2 : f32
      %14 = arith.addf %13, %8 : f32
      linalg.yield %14 : f32
    } -> tensor<8x256xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<8x256xf32>, memref<8x256xf32>) -> ()
    return
  }
}
// -----
// lstm.op11
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[2, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op15
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[3, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op19
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[4, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op23
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[5, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op27
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[6, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op31
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[7, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op35
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[8, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op39
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[9, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op43
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[10, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op47
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[11, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op51
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[12, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op55
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[13, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op59
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[14, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
// -----
// lstm.op63
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<8x256xf32>, %arg1: memref<256x1024xf32>, %arg2: memref<16x8x1024xf32>, %arg3: memref<8x1024xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<8x256xf32> to tensor<8x256xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x1024xf32> to tensor<256x1024xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x8x1024xf32> to tensor<16x8x1024xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<8x1024xf32> to tensor<8x1024xf32>
    %extracted_slice = tensor.extract_slice %2[15, 0, 0] [1, 8, 1024] [1, 1, 1] : tensor<16x8x1024xf32> to tensor<1x8x1024xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x1024xf32> into tensor<8x1024xf32>
    %4 = tensor.empty() : tensor<8x1024xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<8x256xf32>, tensor<256x1024xf32>) outs(%5 : tensor<8x1024xf32>) -> tensor<8x1024xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %6 : tensor<8x1024xf32>, tensor<8x1024xf32>) outs(%3 : tensor<8x1024xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x1024xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<8x1024xf32>, memref<8x1024xf32>) -> ()
    return
  }
}
