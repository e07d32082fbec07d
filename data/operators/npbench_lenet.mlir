// npbench_lenet
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<4x28x28x1xf32>, %arg1: tensor<5x5x1x6xf32>, %arg2: tensor<6xf32>, %arg3: tensor<5x5x6x16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<256x120xf32>, %arg6: tensor<120xf32>, %arg7: tensor<120x84xf32>, %arg8: tensor<84xf32>, %arg9: tensor<84x10xf32>, %arg10: tensor<10xf32>) -> tensor<4x10xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<4x1x28x28xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<4x28x28x1xf32>) outs(%0 : tensor<4x1x28x28xf32>) permutation = [0, 3, 1, 2] 
    %1 = tensor.empty() : tensor<6x1x5x5xf32>
    %transposed_1 = linalg.transpose ins(%arg1 : tensor<5x5x1x6xf32>) outs(%1 : tensor<6x1x5x5xf32>) permutation = [3, 2, 0, 1] 
    %2 = tensor.empty() : tensor<4x6x24x24xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4x6x24x24xf32>) -> tensor<4x6x24x24xf32>
    %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%transposed, %transposed_1 : tensor<4x1x28x28xf32>, tensor<6x1x5x5xf32>) outs(%3 : tensor<4x6x24x24xf32>) -> tensor<4x6x24x24xf32>
    %5 = tensor.empty() : tensor<4x24x24x6xf32>
    %transposed_2 = linalg.transpose ins(%4 : tensor<4x6x24x24xf32>) outs(%5 : tensor<4x24x24x6xf32>) permutation = [0, 2, 3, 1] 
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_2, %arg2 : tensor<4x24x24x6xf32>, tensor<6xf32>) outs(%5 : tensor<4x24x24x6xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %37 = arith.addf %in, %in_8 : f32
      linalg.yield %37 : f32
    } -> tensor<4x24x24x6xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<4x24x24x6xf32>) outs(%5 : tensor<4x24x24x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.cmpf ugt, %in, %cst : f32
      %38 = arith.select %37, %in, %cst : f32
      linalg.yield %38 : f32
    } -> tensor<4x24x24x6xf32>
    %transposed_3 = linalg.transpose ins(%7 : tensor<4x24x24x6xf32>) outs(%2 : tensor<4x6x24x24xf32>) permutation = [0, 3, 1, 2] 
    %8 = tensor.empty() : tensor<4x6x12x12xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<4x6x12x12xf32>) -> tensor<4x6x12x12xf32>
    %10 = tensor.empty() : tensor<2x2xf32>
    %11 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%transposed_3, %10 : tensor<4x6x24x24xf32>, tensor<2x2xf32>) outs(%9 : tensor<4x6x12x12xf32>) -> tensor<4x6x12x12xf32>
    %12 = tensor.empty() : tensor<16x6x5x5xf32>
    %transposed_4 = linalg.transpose ins(%arg3 : tensor<5x5x6x16xf32>) outs(%12 : tensor<16x6x5x5xf32>) permutation = [3, 2, 0, 1] 
    %13 = tensor.empty() : tensor<4x16x8x8xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xf32>
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%11, %transposed_4 : tensor<4x6x12x12xf32>, tensor<16x6x5x5xf32>) outs(%14 : tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xf32>
    %16 = tensor.empty() : tensor<4x8x8x16xf32>
    %transposed_5 = linalg.transpose ins(%15 : tensor<4x16x8x8xf32>) outs(%16 : tensor<4x8x8x16xf32>) permutation = [0, 2, 3, 1] 
    %17 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5, %arg4 : tensor<4x8x8x16xf32>, tensor<16xf32>) outs(%16 : tensor<4x8x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %37 = arith.addf %in, %in_8 : f32
      linalg.yield %37 : f32
    } -> tensor<4x8x8x16xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<4x8x8x16xf32>) outs(%16 : tensor<4x8x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.cmpf ugt, %in, %cst : f32
      %38 = arith.select %37, %in, %cst : f32
      linalg.yield %38 : f32
    } -> tensor<4x8x8x16xf32>
    %transposed_6 = linalg.transpose ins(%18 : tensor<4x8x8x16xf32>) outs(%13 : tensor<4x16x8x8xf32>) permutation = [0, 3, 1, 2] 
    %19 = tensor.empty() : tensor<4x16x4x4xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<4x16x4x4xf32>) -> tensor<4x16x4x4xf32>
    %21 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%transposed_6, %10 : tensor<4x16x8x8xf32>, tensor<2x2xf32>) outs(%20 : tensor<4x16x4x4xf32>) -> tensor<4x16x4x4xf32>
    %22 = tensor.empty() : tensor<4x4x4x16xf32>
    %transposed_7 = linalg.transpose ins(%21 : tensor<4x16x4x4xf32>) outs(%22 : tensor<4x4x4x16xf32>) permutation = [0, 2, 3, 1] 
    %collapsed = tensor.collapse_shape %transposed_7 [[0], [1, 2, 3]] : tensor<4x4x4x16xf32> into tensor<4x256xf32>
    %23 = tensor.empty() : tensor<4x120xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<4x120xf32>) -> tensor<4x120xf32>
    %25 = linalg.matmul ins(%collapsed, %arg5 : tensor<4x256xf32>, tensor<256x120xf32>) outs(%24 : tensor<4x120xf32>) -> tensor<4x120xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%25, %arg6 : tensor<4x120xf32>, tensor<120xf32>) outs(%23 : tensor<4x120xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %37 = arith.addf %in, %in_8 : f32
      linalg.yield %37 : f32
    } -> tensor<4x120xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<4x120xf32>) outs(%23 : tensor<4x120xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.cmpf ugt, %in, %cst : f32
      %38 = arith.select %37, %in, %cst : f32
      linalg.yield %38 : f32
    } -> tensor<4x120xf32>
    %28 = tensor.empty() : tensor<4x84xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<4x84xf32>) -> tensor<4x84xf32>
    %30 = linalg.matmul ins(%27, %arg7 : tensor<4x120xf32>, tensor<120x84xf32>) outs(%29 : tensor<4x84xf32>) -> tensor<4x84xf32>
    %31 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%30, %arg8 : tensor<4x84xf32>, tensor<84xf32>) outs(%28 : tensor<4x84xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %37 = arith.addf %in, %in_8 : f32
      linalg.yield %37 : f32
    } -> tensor<4x84xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<4x84xf32>) outs(%28 : tensor<4x84xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.cmpf ugt, %in, %cst : f32
      %38 = arith.select %37, %in, %cst : f32
      linalg.yield %38 : f32
    } -> tensor<4x84xf32>
    %33 = tensor.empty() : tensor<4x10xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %35 = linalg.matmul ins(%32, %arg9 : tensor<4x84xf32>, tensor<84x10xf32>) outs(%34 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %36 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%35, %arg10 : tensor<4x10xf32>, tensor<10xf32>) outs(%33 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %37 = arith.addf %in, %in_8 : f32
      linalg.yield %37 : f32
    } -> tensor<4x10xf32>
    return %36 : tensor<4x10xf32>
  }
}
