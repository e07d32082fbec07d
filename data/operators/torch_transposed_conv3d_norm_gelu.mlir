// torch_transposed_conv3d_norm_gelu
#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>
module {
  func.func @main(%arg0: tensor<1x12x6x12x12xf32>, %arg1: tensor<12x8x3x3x3xf32>) -> tensor<1x8x13x25x25xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 1.000000e-05 : f64
    %c2 = arith.constant 2 : index
    %cst_4 = arith.constant 2.500000e+01 : f64
    %cst_5 = arith.constant 2.500000e+01 : f32
    %cst_6 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<8x12x3x3x3xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<8x12x3x3x3xf32>) -> tensor<8x12x3x3x3xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} outs(%1 : tensor<8x12x3x3x3xf32>) {
    ^bb0(%out: f32):
      %28 = linalg.index 0 : index
      %29 = linalg.index 1 : index
      %30 = linalg.index 2 : index
      %31 = linalg.index 3 : index
      %32 = linalg.index 4 : index
      %33 = arith.subi %c2, %30 : index
      %34 = arith.subi %c2, %31 : index
      %35 = arith.subi %c2, %32 : index
      %extracted = tensor.extract %arg1[%29, %28, %33, %34, %35] : tensor<12x8x3x3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x12x3x3x3xf32>
    %3 = tensor.empty() : tensor<1x12x15x27x27xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x12x15x27x27xf32>) -> tensor<1x12x15x27x27xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %4[0, 0, 2, 2, 2] [1, 12, 6, 12, 12] [1, 1, 2, 2, 2] : tensor<1x12x6x12x12xf32> into tensor<1x12x15x27x27xf32>
    %5 = tensor.empty() : tensor<1x8x13x25x25xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<1x8x13x25x25xf32>) -> tensor<1x8x13x25x25xf32>
    %7 = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>} ins(%inserted_slice, %2 : tensor<1x12x15x27x27xf32>, tensor<8x12x3x3x3xf32>) outs(%6 : tensor<1x8x13x25x25xf32>) -> tensor<1x8x13x25x25xf32>
    %8 = tensor.empty() : tensor<1x8x13x25x25xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x8x13x25x25xf32>) outs(%8 : tensor<1x8x13x25x25xf64>) {
    ^bb0(%in: f32, %out: f64):
      %28 = arith.extf %in : f32 to f64
      linalg.yield %28 : f64
    } -> tensor<1x8x13x25x25xf64>
    %10 = tensor.empty() : tensor<1x8x13x25x1xf64>
    %11 = linalg.fill ins(%cst_0 : f64) outs(%10 : tensor<1x8x13x25x1xf64>) -> tensor<1x8x13x25x1xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%9 : tensor<1x8x13x25x25xf64>) outs(%11 : tensor<1x8x13x25x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.addf %in, %out : f64
      linalg.yield %28 : f64
    } -> tensor<1x8x13x25x1xf64>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x8x13x25x1xf64>) outs(%10 : tensor<1x8x13x25x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.divf %in, %cst_4 : f64
      linalg.yield %28 : f64
    } -> tensor<1x8x13x25x1xf64>
    %14 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%9, %13 : tensor<1x8x13x25x25xf64>, tensor<1x8x13x25x1xf64>) outs(%8 : tensor<1x8x13x25x25xf64>) {
    ^bb0(%in: f64, %in_7: f64, %out: f64):
      %28 = arith.subf %in, %in_7 : f64
      linalg.yield %28 : f64
    } -> tensor<1x8x13x25x25xf64>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%14, %14 : tensor<1x8x13x25x25xf64>, tensor<1x8x13x25x25xf64>) outs(%8 : tensor<1x8x13x25x25xf64>) {
    ^bb0(%in: f64, %in_7: f64, %out: f64):
      %28 = arith.mulf %in, %in_7 : f64
      linalg.yield %28 : f64
    } -> tensor<1x8x13x25x25xf64>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<1x8x13x25x25xf64>) outs(%11 : tensor<1x8x13x25x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.addf %in, %out : f64
      linalg.yield %28 : f64
    } -> tensor<1x8x13x25x1xf64>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x8x13x25x1xf64>) outs(%10 : tensor<1x8x13x25x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.divf %in, %cst_4 : f64
      linalg.yield %28 : f64
    } -> tensor<1x8x13x25x1xf64>
    %18 = tensor.empty() : tensor<1x8x13x25x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<1x8x13x25x1xf64>) outs(%18 : tensor<1x8x13x25x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %28 = arith.truncf %in : f64 to f32
      linalg.yield %28 : f32
    } -> tensor<1x8x13x25x1xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%18 : tensor<1x8x13x25x1xf32>) -> tensor<1x8x13x25x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%7 : tensor<1x8x13x25x25xf32>) outs(%20 : tensor<1x8x13x25x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %out : f32
      linalg.yield %28 : f32
    } -> tensor<1x8x13x25x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<1x8x13x25x1xf32>) outs(%18 : tensor<1x8x13x25x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_5 : f32
      linalg.yield %28 : f32
    } -> tensor<1x8x13x25x1xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x8x13x25x1xf32>) outs(%18 : tensor<1x8x13x25x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_3 : f64 to f32
      %29 = arith.addf %in, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<1x8x13x25x1xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<1x8x13x25x1xf32>) outs(%18 : tensor<1x8x13x25x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.rsqrt %in : f32
      linalg.yield %28 : f32
    } -> tensor<1x8x13x25x1xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%7, %22 : tensor<1x8x13x25x25xf32>, tensor<1x8x13x25x1xf32>) outs(%5 : tensor<1x8x13x25x25xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %28 = arith.subf %in, %in_7 : f32
      linalg.yield %28 : f32
    } -> tensor<1x8x13x25x25xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%25, %24 : tensor<1x8x13x25x25xf32>, tensor<1x8x13x25x1xf32>) outs(%5 : tensor<1x8x13x25x25xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %28 = arith.mulf %in, %in_7 : f32
      linalg.yield %28 : f32
    } -> tensor<1x8x13x25x25xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<1x8x13x25x25xf32>) outs(%5 : tensor<1x8x13x25x25xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_6 : f32
      %29 = math.erf %28 : f32
      %30 = arith.addf %29, %cst_1 : f32
      %31 = arith.mulf %30, %cst_2 : f32
      %32 = arith.mulf %in, %31 : f32
      linalg.yield %32 : f32
    } -> tensor<1x8x13x25x25xf32>
    return %27 : tensor<1x8x13x25x25xf32>
  }
}
