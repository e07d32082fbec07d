// npbench_resnet
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<8x14x14x32xf32>, %arg1: tensor<1x1x32x8xf32>, %arg2: tensor<3x3x8x8xf32>, %arg3: tensor<1x1x8x32xf32>) -> tensor<8x14x14x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 8.000000e+00 : f32
    %cst_3 = arith.constant 8.000000e+00 : f64
    %0 = tensor.empty() : tensor<8x32x14x14xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<8x14x14x32xf32>) outs(%0 : tensor<8x32x14x14xf32>) permutation = [0, 3, 1, 2] 
    %1 = tensor.empty() : tensor<8x32x1x1xf32>
    %transposed_4 = linalg.transpose ins(%arg1 : tensor<1x1x32x8xf32>) outs(%1 : tensor<8x32x1x1xf32>) permutation = [3, 2, 0, 1] 
    %2 = tensor.empty() : tensor<8x8x14x14xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<8x8x14x14xf32>) -> tensor<8x8x14x14xf32>
    %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%transposed, %transposed_4 : tensor<8x32x14x14xf32>, tensor<8x32x1x1xf32>) outs(%3 : tensor<8x8x14x14xf32>) -> tensor<8x8x14x14xf32>
    %5 = tensor.empty() : tensor<8x14x14x8xf32>
    %transposed_5 = linalg.transpose ins(%4 : tensor<8x8x14x14xf32>) outs(%5 : tensor<8x14x14x8xf32>) permutation = [0, 2, 3, 1] 
    %6 = tensor.empty() : tensor<14x14x8xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<14x14x8xf32>) -> tensor<14x14x8xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%transposed_5 : tensor<8x14x14x8xf32>) outs(%7 : tensor<14x14x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %in, %out : f32
      linalg.yield %73 : f32
    } -> tensor<14x14x8xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<14x14x8xf32>) outs(%6 : tensor<14x14x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_2 : f32
      linalg.yield %73 : f32
    } -> tensor<14x14x8xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5, %9 : tensor<8x14x14x8xf32>, tensor<14x14x8xf32>) outs(%5 : tensor<8x14x14x8xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %73 = arith.subf %in, %in_12 : f32
      linalg.yield %73 : f32
    } -> tensor<8x14x14x8xf32>
    %11 = tensor.empty() : tensor<8x14x14x8xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5 : tensor<8x14x14x8xf32>) outs(%11 : tensor<8x14x14x8xf64>) {
    ^bb0(%in: f32, %out: f64):
      %73 = arith.extf %in : f32 to f64
      linalg.yield %73 : f64
    } -> tensor<8x14x14x8xf64>
    %13 = tensor.empty() : tensor<1x14x14x8xf64>
    %14 = linalg.fill ins(%cst_0 : f64) outs(%13 : tensor<1x14x14x8xf64>) -> tensor<1x14x14x8xf64>
    %15 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%12 : tensor<8x14x14x8xf64>) outs(%14 : tensor<1x14x14x8xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.addf %in, %out : f64
      linalg.yield %73 : f64
    } -> tensor<1x14x14x8xf64>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<1x14x14x8xf64>) outs(%13 : tensor<1x14x14x8xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.divf %in, %cst_3 : f64
      linalg.yield %73 : f64
    } -> tensor<1x14x14x8xf64>
    %17 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %16 : tensor<8x14x14x8xf64>, tensor<1x14x14x8xf64>) outs(%11 : tensor<8x14x14x8xf64>) {
    ^bb0(%in: f64, %in_12: f64, %out: f64):
      %73 = arith.subf %in, %in_12 : f64
      linalg.yield %73 : f64
    } -> tensor<8x14x14x8xf64>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %17 : tensor<8x14x14x8xf64>, tensor<8x14x14x8xf64>) outs(%11 : tensor<8x14x14x8xf64>) {
    ^bb0(%in: f64, %in_12: f64, %out: f64):
      %73 = arith.mulf %in, %in_12 : f64
      linalg.yield %73 : f64
    } -> tensor<8x14x14x8xf64>
    %19 = tensor.empty() : tensor<14x14x8xf64>
    %20 = linalg.fill ins(%cst_0 : f64) outs(%19 : tensor<14x14x8xf64>) -> tensor<14x14x8xf64>
    %21 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%18 : tensor<8x14x14x8xf64>) outs(%20 : tensor<14x14x8xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.addf %in, %out : f64
      linalg.yield %73 : f64
    } -> tensor<14x14x8xf64>
    %22 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<14x14x8xf64>) outs(%19 : tensor<14x14x8xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.divf %in, %cst_3 : f64
      linalg.yield %73 : f64
    } -> tensor<14x14x8xf64>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<14x14x8xf64>) outs(%6 : tensor<14x14x8xf32>) {
    ^bb0(%in: f64, %out: f32):
      %73 = arith.truncf %in : f64 to f32
      linalg.yield %73 : f32
    } -> tensor<14x14x8xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<14x14x8xf32>) outs(%6 : tensor<14x14x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.truncf %cst_1 : f64 to f32
      %74 = arith.addf %in, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<14x14x8xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<14x14x8xf32>) outs(%6 : tensor<14x14x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.sqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<14x14x8xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %25 : tensor<8x14x14x8xf32>, tensor<14x14x8xf32>) outs(%5 : tensor<8x14x14x8xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %73 = arith.divf %in, %in_12 : f32
      linalg.yield %73 : f32
    } -> tensor<8x14x14x8xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<8x14x14x8xf32>) outs(%5 : tensor<8x14x14x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf ugt, %in, %cst : f32
      %74 = arith.select %73, %in, %cst : f32
      linalg.yield %74 : f32
    } -> tensor<8x14x14x8xf32>
    %padded = tensor.pad %27 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst : f32
    } : tensor<8x14x14x8xf32> to tensor<8x16x16x8xf32>
    %28 = tensor.empty() : tensor<8x8x16x16xf32>
    %transposed_6 = linalg.transpose ins(%padded : tensor<8x16x16x8xf32>) outs(%28 : tensor<8x8x16x16xf32>) permutation = [0, 3, 1, 2] 
    %29 = tensor.empty() : tensor<8x8x3x3xf32>
    %transposed_7 = linalg.transpose ins(%arg2 : tensor<3x3x8x8xf32>) outs(%29 : tensor<8x8x3x3xf32>) permutation = [3, 2, 0, 1] 
    %30 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%transposed_6, %transposed_7 : tensor<8x8x16x16xf32>, tensor<8x8x3x3xf32>) outs(%3 : tensor<8x8x14x14xf32>) -> tensor<8x8x14x14xf32>
    %transposed_8 = linalg.transpose ins(%30 : tensor<8x8x14x14xf32>) outs(%5 : tensor<8x14x14x8xf32>) permutation = [0, 2, 3, 1] 
    %31 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%transposed_8 : tensor<8x14x14x8xf32>) outs(%7 : tensor<14x14x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %in, %out : f32
      linalg.yield %73 : f32
    } -> tensor<14x14x8xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<14x14x8xf32>) outs(%6 : tensor<14x14x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_2 : f32
      linalg.yield %73 : f32
    } -> tensor<14x14x8xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_8, %32 : tensor<8x14x14x8xf32>, tensor<14x14x8xf32>) outs(%5 : tensor<8x14x14x8xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %73 = arith.subf %in, %in_12 : f32
      linalg.yield %73 : f32
    } -> tensor<8x14x14x8xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_8 : tensor<8x14x14x8xf32>) outs(%11 : tensor<8x14x14x8xf64>) {
    ^bb0(%in: f32, %out: f64):
      %73 = arith.extf %in : f32 to f64
      linalg.yield %73 : f64
    } -> tensor<8x14x14x8xf64>
    %35 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%34 : tensor<8x14x14x8xf64>) outs(%14 : tensor<1x14x14x8xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.addf %in, %out : f64
      linalg.yield %73 : f64
    } -> tensor<1x14x14x8xf64>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<1x14x14x8xf64>) outs(%13 : tensor<1x14x14x8xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.divf %in, %cst_3 : f64
      linalg.yield %73 : f64
    } -> tensor<1x14x14x8xf64>
    %37 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %36 : tensor<8x14x14x8xf64>, tensor<1x14x14x8xf64>) outs(%11 : tensor<8x14x14x8xf64>) {
    ^bb0(%in: f64, %in_12: f64, %out: f64):
      %73 = arith.subf %in, %in_12 : f64
      linalg.yield %73 : f64
    } -> tensor<8x14x14x8xf64>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %37 : tensor<8x14x14x8xf64>, tensor<8x14x14x8xf64>) outs(%11 : tensor<8x14x14x8xf64>) {
    ^bb0(%in: f64, %in_12: f64, %out: f64):
      %73 = arith.mulf %in, %in_12 : f64
      linalg.yield %73 : f64
    } -> tensor<8x14x14x8xf64>
    %39 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%38 : tensor<8x14x14x8xf64>) outs(%20 : tensor<14x14x8xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.addf %in, %out : f64
      linalg.yield %73 : f64
    } -> tensor<14x14x8xf64>
    %40 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<14x14x8xf64>) outs(%19 : tensor<14x14x8xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.divf %in, %cst_3 : f64
      linalg.yield %73 : f64
    } -> tensor<14x14x8xf64>
    %41 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<14x14x8xf64>) outs(%6 : tensor<14x14x8xf32>) {
    ^bb0(%in: f64, %out: f32):
      %73 = arith.truncf %in : f64 to f32
      linalg.yield %73 : f32
    } -> tensor<14x14x8xf32>
    %42 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<14x14x8xf32>) outs(%6 : tensor<14x14x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.truncf %cst_1 : f64 to f32
      %74 = arith.addf %in, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<14x14x8xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<14x14x8xf32>) outs(%6 : tensor<14x14x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.sqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<14x14x8xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %43 : tensor<8x14x14x8xf32>, tensor<14x14x8xf32>) outs(%5 : tensor<8x14x14x8xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %73 = arith.divf %in, %in_12 : f32
      linalg.yield %73 : f32
    } -> tensor<8x14x14x8xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<8x14x14x8xf32>) outs(%5 : tensor<8x14x14x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf ugt, %in, %cst : f32
      %74 = arith.select %73, %in, %cst : f32
      linalg.yield %74 : f32
    } -> tensor<8x14x14x8xf32>
    %transposed_9 = linalg.transpose ins(%45 : tensor<8x14x14x8xf32>) outs(%2 : tensor<8x8x14x14xf32>) permutation = [0, 3, 1, 2] 
    %46 = tensor.empty() : tensor<32x8x1x1xf32>
    %transposed_10 = linalg.transpose ins(%arg3 : tensor<1x1x8x32xf32>) outs(%46 : tensor<32x8x1x1xf32>) permutation = [3, 2, 0, 1] 
    %47 = linalg.fill ins(%cst : f32) outs(%0 : tensor<8x32x14x14xf32>) -> tensor<8x32x14x14xf32>
    %48 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%transposed_9, %transposed_10 : tensor<8x8x14x14xf32>, tensor<32x8x1x1xf32>) outs(%47 : tensor<8x32x14x14xf32>) -> tensor<8x32x14x14xf32>
    %49 = tensor.empty() : tensor<8x14x14x32xf32>
    %transposed_11 = linalg.transpose ins(%48 : tensor<8x32x14x14xf32>) outs(%49 : tensor<8x14x14x32xf32>) permutation = [0, 2, 3, 1] 
    %50 = tensor.empty() : tensor<14x14x32xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<14x14x32xf32>) -> tensor<14x14x32xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%transposed_11 : tensor<8x14x14x32xf32>) outs(%51 : tensor<14x14x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %in, %out : f32
      linalg.yield %73 : f32
    } -> tensor<14x14x32xf32>
    %53 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<14x14x32xf32>) outs(%50 : tensor<14x14x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_2 : f32
      linalg.yield %73 : f32
    } -> tensor<14x14x32xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_11, %53 : tensor<8x14x14x32xf32>, tensor<14x14x32xf32>) outs(%49 : tensor<8x14x14x32xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %73 = arith.subf %in, %in_12 : f32
      linalg.yield %73 : f32
    } -> tensor<8x14x14x32xf32>
    %55 = tensor.empty() : tensor<8x14x14x32xf64>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_11 : tensor<8x14x14x32xf32>) outs(%55 : tensor<8x14x14x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %73 = arith.extf %in : f32 to f64
      linalg.yield %73 : f64
    } -> tensor<8x14x14x32xf64>
    %57 = tensor.empty() : tensor<1x14x14x32xf64>
    %58 = linalg.fill ins(%cst_0 : f64) outs(%57 : tensor<1x14x14x32xf64>) -> tensor<1x14x14x32xf64>
    %59 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%56 : tensor<8x14x14x32xf64>) outs(%58 : tensor<1x14x14x32xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.addf %in, %out : f64
      linalg.yield %73 : f64
    } -> tensor<1x14x14x32xf64>
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59 : tensor<1x14x14x32xf64>) outs(%57 : tensor<1x14x14x32xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.divf %in, %cst_3 : f64
      linalg.yield %73 : f64
    } -> tensor<1x14x14x32xf64>
    %61 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %60 : tensor<8x14x14x32xf64>, tensor<1x14x14x32xf64>) outs(%55 : tensor<8x14x14x32xf64>) {
    ^bb0(%in: f64, %in_12: f64, %out: f64):
      %73 = arith.subf %in, %in_12 : f64
      linalg.yield %73 : f64
    } -> tensor<8x14x14x32xf64>
    %62 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %61 : tensor<8x14x14x32xf64>, tensor<8x14x14x32xf64>) outs(%55 : tensor<8x14x14x32xf64>) {
    ^bb0(%in: f64, %in_12: f64, %out: f64):
      %73 = arith.mulf %in, %in_12 : f64
      linalg.yield %73 : f64
    } -> tensor<8x14x14x32xf64>
    %63 = tensor.empty() : tensor<14x14x32xf64>
    %64 = linalg.fill ins(%cst_0 : f64) outs(%63 : tensor<14x14x32xf64>) -> tensor<14x14x32xf64>
    %65 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%62 : tensor<8x14x14x32xf64>) outs(%64 : tensor<14x14x32xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.addf %in, %out : f64
      linalg.yield %73 : f64
    } -> tensor<14x14x32xf64>
    %66 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<14x14x32xf64>) outs(%63 : tensor<14x14x32xf64>) {
    ^bb0(%in: f64, %out: f64):
      %73 = arith.divf %in, %cst_3 : f64
      linalg.yield %73 : f64
    } -> tensor<14x14x32xf64>
    %67 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<14x14x32xf64>) outs(%50 : tensor<14x14x32xf32>) {
    ^bb0(%in: f64, %out: f32):
      %73 = arith.truncf %in : f64 to f32
      linalg.yield %73 : f32
    } -> tensor<14x14x32xf32>
    %68 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<14x14x32xf32>) outs(%50 : tensor<14x14x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.truncf %cst_1 : f64 to f32
      %74 = arith.addf %in, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<14x14x32xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<14x14x32xf32>) outs(%50 : tensor<14x14x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.sqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<14x14x32xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %69 : tensor<8x14x14x32xf32>, tensor<14x14x32xf32>) outs(%49 : tensor<8x14x14x32xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %73 = arith.divf %in, %in_12 : f32
      linalg.yield %73 : f32
    } -> tensor<8x14x14x32xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %arg0 : tensor<8x14x14x32xf32>, tensor<8x14x14x32xf32>) outs(%49 : tensor<8x14x14x32xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %73 = arith.addf %in, %in_12 : f32
      linalg.yield %73 : f32
    } -> tensor<8x14x14x32xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<8x14x14x32xf32>) outs(%49 : tensor<8x14x14x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf ugt, %in, %cst : f32
      %74 = arith.select %73, %in, %cst : f32
      linalg.yield %74 : f32
    } -> tensor<8x14x14x32xf32>
    return %72 : tensor<8x14x14x32xf32>
  }
}
