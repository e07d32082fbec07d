// vgg16
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @vgg16(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<64x3x3x3xf32>, %arg2: tensor<64x1x1xf32>, %arg3: tensor<64x1x1xf32>, %arg4: tensor<64x64x3x3xf32>, %arg5: tensor<64x1x1xf32>, %arg6: tensor<64x1x1xf32>, %arg7: tensor<128x64x3x3xf32>, %arg8: tensor<128x1x1xf32>, %arg9: tensor<128x1x1xf32>, %arg10: tensor<128x128x3x3xf32>, %arg11: tensor<128x1x1xf32>, %arg12: tensor<128x1x1xf32>, %arg13: tensor<256x128x3x3xf32>, %arg14: tensor<256x1x1xf32>, %arg15: tensor<256x1x1xf32>, %arg16: tensor<256x256x3x3xf32>, %arg17: tensor<256x1x1xf32>, %arg18: tensor<256x1x1xf32>, %arg19: tensor<256x256x3x3xf32>, %arg20: tensor<256x1x1xf32>, %arg21: tensor<256x1x1xf32>, %arg22: tensor<512x256x3x3xf32>, %arg23: tensor<512x1x1xf32>, %arg24: tensor<512x1x1xf32>, %arg25: tensor<512x512x3x3xf32>, %arg26: tensor<512x1x1xf32>, %arg27: tensor<512x1x1xf32>, %arg28: tensor<512x512x3x3xf32>, %arg29: tensor<512x1x1xf32>, %arg30: tensor<512x1x1xf32>, %arg31: tensor<512x512x3x3xf32>, %arg32: tensor<512x1x1xf32>, %arg33: tensor<512x1x1xf32>, %arg34: tensor<512x512x3x3xf32>, %arg35: tensor<512x1x1xf32>, %arg36: tensor<512x1x1xf32>, %arg37: tensor<512x512x3x3xf32>, %arg38: tensor<512x1x1xf32>, %arg39: tensor<512x1x1xf32>, %arg40: tensor<25088x4096xf32>, %arg41: tensor<4096xf32>, %arg42: tensor<4096x4096xf32>, %arg43: tensor<4096xf32>, %arg44: tensor<4096x1000xf32>, %arg45: tensor<1000xf32>) -> tensor<1x1000xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x3x224x224xf32> to tensor<1x3x226x226xf32>
    %0 = tensor.empty() : tensor<1x64x224x224xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x64x224x224xf32>) -> tensor<1x64x224x224xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x3x226x226xf32>, tensor<64x3x3x3xf32>) outs(%1 : tensor<1x64x224x224xf32>) -> tensor<1x64x224x224xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %arg2 : tensor<1x64x224x224xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x224x224xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x224x224xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %arg3 : tensor<1x64x224x224xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x224x224xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x224x224xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x64x224x224xf32>) outs(%0 : tensor<1x64x224x224xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x224x224xf32>
    %padded_1 = tensor.pad %5 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x64x224x224xf32> to tensor<1x64x226x226xf32>
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_1, %arg4 : tensor<1x64x226x226xf32>, tensor<64x64x3x3xf32>) outs(%1 : tensor<1x64x224x224xf32>) -> tensor<1x64x224x224xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %arg5 : tensor<1x64x224x224xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x224x224xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x224x224xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %arg6 : tensor<1x64x224x224xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x224x224xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x224x224xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x64x224x224xf32>) outs(%0 : tensor<1x64x224x224xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x224x224xf32>
    %10 = tensor.empty() : tensor<1x64x112x112xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
    %12 = tensor.empty() : tensor<2x2xf32>
    %13 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%9, %12 : tensor<1x64x224x224xf32>, tensor<2x2xf32>) outs(%11 : tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
    %padded_2 = tensor.pad %13 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x64x112x112xf32> to tensor<1x64x114x114xf32>
    %14 = tensor.empty() : tensor<1x128x112x112xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<1x128x112x112xf32>) -> tensor<1x128x112x112xf32>
    %16 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_2, %arg7 : tensor<1x64x114x114xf32>, tensor<128x64x3x3xf32>) outs(%15 : tensor<1x128x112x112xf32>) -> tensor<1x128x112x112xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %arg8 : tensor<1x128x112x112xf32>, tensor<128x1x1xf32>) outs(%14 : tensor<1x128x112x112xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x128x112x112xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %arg9 : tensor<1x128x112x112xf32>, tensor<128x1x1xf32>) outs(%14 : tensor<1x128x112x112xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x128x112x112xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<1x128x112x112xf32>) outs(%14 : tensor<1x128x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x128x112x112xf32>
    %padded_3 = tensor.pad %19 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x128x112x112xf32> to tensor<1x128x114x114xf32>
    %20 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_3, %arg10 : tensor<1x128x114x114xf32>, tensor<128x128x3x3xf32>) outs(%15 : tensor<1x128x112x112xf32>) -> tensor<1x128x112x112xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %arg11 : tensor<1x128x112x112xf32>, tensor<128x1x1xf32>) outs(%14 : tensor<1x128x112x112xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x128x112x112xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %arg12 : tensor<1x128x112x112xf32>, tensor<128x1x1xf32>) outs(%14 : tensor<1x128x112x112xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x128x112x112xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x128x112x112xf32>) outs(%14 : tensor<1x128x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x128x112x112xf32>
    %24 = tensor.empty() : tensor<1x128x56x56xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %26 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%23, %12 : tensor<1x128x112x112xf32>, tensor<2x2xf32>) outs(%25 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %padded_4 = tensor.pad %26 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %27 = tensor.empty() : tensor<1x256x56x56xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %29 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_4, %arg13 : tensor<1x128x58x58xf32>, tensor<256x128x3x3xf32>) outs(%28 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %arg14 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%27 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x256x56x56xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %arg15 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%27 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x256x56x56xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<1x256x56x56xf32>) outs(%27 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x256x56x56xf32>
    %padded_5 = tensor.pad %32 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x256x56x56xf32> to tensor<1x256x58x58xf32>
    %33 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_5, %arg16 : tensor<1x256x58x58xf32>, tensor<256x256x3x3xf32>) outs(%28 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %arg17 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%27 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x256x56x56xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %arg18 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%27 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x256x56x56xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<1x256x56x56xf32>) outs(%27 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x256x56x56xf32>
    %padded_6 = tensor.pad %36 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x256x56x56xf32> to tensor<1x256x58x58xf32>
    %37 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_6, %arg19 : tensor<1x256x58x58xf32>, tensor<256x256x3x3xf32>) outs(%28 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %arg20 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%27 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x256x56x56xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %arg21 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%27 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x256x56x56xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<1x256x56x56xf32>) outs(%27 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x256x56x56xf32>
    %41 = tensor.empty() : tensor<1x256x28x28xf32>
    %42 = linalg.fill ins(%cst_0 : f32) outs(%41 : tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32>
    %43 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%40, %12 : tensor<1x256x56x56xf32>, tensor<2x2xf32>) outs(%42 : tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32>
    %padded_7 = tensor.pad %43 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x256x28x28xf32> to tensor<1x256x30x30xf32>
    %44 = tensor.empty() : tensor<1x512x28x28xf32>
    %45 = linalg.fill ins(%cst : f32) outs(%44 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %46 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_7, %arg22 : tensor<1x256x30x30xf32>, tensor<512x256x3x3xf32>) outs(%45 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %arg23 : tensor<1x512x28x28xf32>, tensor<512x1x1xf32>) outs(%44 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x28x28xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %arg24 : tensor<1x512x28x28xf32>, tensor<512x1x1xf32>) outs(%44 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x28x28xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<1x512x28x28xf32>) outs(%44 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x512x28x28xf32>
    %padded_8 = tensor.pad %49 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x512x28x28xf32> to tensor<1x512x30x30xf32>
    %50 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_8, %arg25 : tensor<1x512x30x30xf32>, tensor<512x512x3x3xf32>) outs(%45 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %arg26 : tensor<1x512x28x28xf32>, tensor<512x1x1xf32>) outs(%44 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x28x28xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %arg27 : tensor<1x512x28x28xf32>, tensor<512x1x1xf32>) outs(%44 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x28x28xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<1x512x28x28xf32>) outs(%44 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x512x28x28xf32>
    %padded_9 = tensor.pad %53 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x512x28x28xf32> to tensor<1x512x30x30xf32>
    %54 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_9, %arg28 : tensor<1x512x30x30xf32>, tensor<512x512x3x3xf32>) outs(%45 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %arg29 : tensor<1x512x28x28xf32>, tensor<512x1x1xf32>) outs(%44 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x28x28xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %arg30 : tensor<1x512x28x28xf32>, tensor<512x1x1xf32>) outs(%44 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x28x28xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<1x512x28x28xf32>) outs(%44 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x512x28x28xf32>
    %58 = tensor.empty() : tensor<1x512x14x14xf32>
    %59 = linalg.fill ins(%cst_0 : f32) outs(%58 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %60 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%57, %12 : tensor<1x512x28x28xf32>, tensor<2x2xf32>) outs(%59 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %padded_10 = tensor.pad %60 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %61 = linalg.fill ins(%cst : f32) outs(%58 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %62 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_10, %arg31 : tensor<1x512x16x16xf32>, tensor<512x512x3x3xf32>) outs(%61 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %arg32 : tensor<1x512x14x14xf32>, tensor<512x1x1xf32>) outs(%58 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x14x14xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %arg33 : tensor<1x512x14x14xf32>, tensor<512x1x1xf32>) outs(%58 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x14x14xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x512x14x14xf32>) outs(%58 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x512x14x14xf32>
    %padded_11 = tensor.pad %65 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %66 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_11, %arg34 : tensor<1x512x16x16xf32>, tensor<512x512x3x3xf32>) outs(%61 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %arg35 : tensor<1x512x14x14xf32>, tensor<512x1x1xf32>) outs(%58 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x14x14xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %arg36 : tensor<1x512x14x14xf32>, tensor<512x1x1xf32>) outs(%58 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x14x14xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<1x512x14x14xf32>) outs(%58 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x512x14x14xf32>
    %padded_12 = tensor.pad %69 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg46: index, %arg47: index, %arg48: index, %arg49: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %70 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_12, %arg37 : tensor<1x512x16x16xf32>, tensor<512x512x3x3xf32>) outs(%61 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %arg38 : tensor<1x512x14x14xf32>, tensor<512x1x1xf32>) outs(%58 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.mulf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x14x14xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %arg39 : tensor<1x512x14x14xf32>, tensor<512x1x1xf32>) outs(%58 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x512x14x14xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72 : tensor<1x512x14x14xf32>) outs(%58 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x512x14x14xf32>
    %74 = tensor.empty() : tensor<1x512x7x7xf32>
    %75 = linalg.fill ins(%cst_0 : f32) outs(%74 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %76 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%73, %12 : tensor<1x512x14x14xf32>, tensor<2x2xf32>) outs(%75 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %collapsed = tensor.collapse_shape %76 [[0], [1, 2, 3]] : tensor<1x512x7x7xf32> into tensor<1x25088xf32>
    %77 = tensor.empty() : tensor<1x4096xf32>
    %78 = linalg.fill ins(%cst : f32) outs(%77 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %79 = linalg.matmul ins(%collapsed, %arg40 : tensor<1x25088xf32>, tensor<25088x4096xf32>) outs(%78 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %80 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%79, %arg41 : tensor<1x4096xf32>, tensor<4096xf32>) outs(%77 : tensor<1x4096xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x4096xf32>
    %81 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%80 : tensor<1x4096xf32>) outs(%77 : tensor<1x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x4096xf32>
    %82 = linalg.matmul ins(%81, %arg42 : tensor<1x4096xf32>, tensor<4096x4096xf32>) outs(%78 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %83 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%82, %arg43 : tensor<1x4096xf32>, tensor<4096xf32>) outs(%77 : tensor<1x4096xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x4096xf32>
    %84 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%83 : tensor<1x4096xf32>) outs(%77 : tensor<1x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.cmpf ugt, %in, %cst : f32
      %90 = arith.select %89, %in, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<1x4096xf32>
    %85 = tensor.empty() : tensor<1x1000xf32>
    %86 = linalg.fill ins(%cst : f32) outs(%85 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %87 = linalg.matmul ins(%84, %arg44 : tensor<1x4096xf32>, tensor<4096x1000xf32>) outs(%86 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %88 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%87, %arg45 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%85 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %89 = arith.addf %in, %in_13 : f32
      linalg.yield %89 : f32
    } -> tensor<1x1000xf32>
    return %88 : tensor<1x1000xf32>
  }
}
// -----
// vgg16.op1
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x3x224x224xf32>, %arg1: memref<64x3x3x3xf32>, %arg2: memref<64x1x1xf32>, %arg3: memref<64x1x1xf32>, %arg4: memref<1x64x224x224xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x3x224x224xf32> to tensor<1x3x224x224xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x3x3x3xf32> to tensor<64x3x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x64x224x224xf32> to tensor<1x64x224x224xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x3x224x224xf32> to tensor<1x3x226x226xf32>
    %5 = tensor.empty() : tensor<1x64x224x224xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x64x224x224xf32>) -> tensor<1x64x224x224xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x3x226x226xf32>, tensor<64x3x3x3xf32>) outs(%6 : tensor<1x64x224x224xf32>) -> tensor<1x64x224x224xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x64x224x224xf32>, tensor<64x1x1xf32>, tensor<64x1x1xf32>) outs(%4 : tensor<1x64x224x224xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      %11 = arith.cmpf ugt, %10, %cst : f32
      %12 = arith.select %11, %10, %cst : f32
      linalg.yield %12 : f32
    } -> tensor<1x64x224x224xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x64x224x224xf32>, memref<1x64x224x224xf32>) -> ()
    return
  }
}
// -----
// vgg16.op4
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x64x224x224xf32>, %arg1: memref<64x64x3x3xf32>, %arg2: memref<64x1x1xf32>, %arg3: memref<64x1x1xf32>, %arg4: memref<1x64x112x112xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x64x224x224xf32> to tensor<1x64x224x224xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x64x3x3xf32> to tensor<64x64x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x64x112x112xf32> to tensor<1x64x112x112xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x64x224x224xf32> to tensor<1x64x226x226xf32>
    %5 = tensor.empty() : tensor<1x64x224x224xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x64x224x224xf32>) -> tensor<1x64x224x224xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x64x226x226xf32>, tensor<64x64x3x3xf32>) outs(%6 : tensor<1x64x224x224xf32>) -> tensor<1x64x224x224xf32>
    %8 = tensor.empty() : tensor<1x64x224x224xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x64x224x224xf32>, tensor<64x1x1xf32>, tensor<64x1x1xf32>) outs(%8 : tensor<1x64x224x224xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %13 = arith.mulf %in, %in_1 : f32
      %14 = arith.addf %13, %in_2 : f32
      %15 = arith.cmpf ugt, %14, %cst : f32
      %16 = arith.select %15, %14, %cst : f32
      linalg.yield %16 : f32
    } -> tensor<1x64x224x224xf32>
    %10 = linalg.fill {mlirgym.op = "op2.init"} ins(%cst_0 : f32) outs(%4 : tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
    %11 = tensor.empty() : tensor<2x2xf32>
    %12 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op2", strides = dense<2> : vector<2xi64>} ins(%9, %11 : tensor<1x64x224x224xf32>, tensor<2x2xf32>) outs(%10 : tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
    bufferization.materialize_in_destination %12 in restrict writable %arg4 : (tensor<1x64x112x112xf32>, memref<1x64x112x112xf32>) -> ()
    return
  }
}
// -----
// vgg16.op6
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x64x112x112xf32>, %arg1: memref<128x64x3x3xf32>, %arg2: memref<128x1x1xf32>, %arg3: memref<128x1x1xf32>, %arg4: memref<1x128x112x112xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x64x112x112xf32> to tensor<1x64x112x112xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<128x64x3x3xf32> to tensor<128x64x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<128x1x1xf32> to tensor<128x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<128x1x1xf32> to tensor<128x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x128x112x112xf32> to tensor<1x128x112x112xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x64x112x112xf32> to tensor<1x64x114x114xf32>
    %5 = tensor.empty() : tensor<1x128x112x112xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x128x112x112xf32>) -> tensor<1x128x112x112xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x64x114x114xf32>, tensor<128x64x3x3xf32>) outs(%6 : tensor<1x128x112x112xf32>) -> tensor<1x128x112x112xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x128x112x112xf32>, tensor<128x1x1xf32>, tensor<128x1x1xf32>) outs(%4 : tensor<1x128x112x112xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      %11 = arith.cmpf ugt, %10, %cst : f32
      %12 = arith.select %11, %10, %cst : f32
      linalg.yield %12 : f32
    } -> tensor<1x128x112x112xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x128x112x112xf32>, memref<1x128x112x112xf32>) -> ()
    return
  }
}
// -----
// vgg16.op9
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x128x112x112xf32>, %arg1: memref<128x128x3x3xf32>, %arg2: memref<128x1x1xf32>, %arg3: memref<128x1x1xf32>, %arg4: memref<1x128x56x56xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x128x112x112xf32> to tensor<1x128x112x112xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<128x128x3x3xf32> to tensor<128x128x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<128x1x1xf32> to tensor<128x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<128x1x1xf32> to tensor<128x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x128x56x56xf32> to tensor<1x128x56x56xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x128x112x112xf32> to tensor<1x128x114x114xf32>
    %5 = tensor.empty() : tensor<1x128x112x112xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x128x112x112xf32>) -> tensor<1x128x112x112xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x128x114x114xf32>, tensor<128x128x3x3xf32>) outs(%6 : tensor<1x128x112x112xf32>) -> tensor<1x128x112x112xf32>
    %8 = tensor.empty() : tensor<1x128x112x112xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x128x112x112xf32>, tensor<128x1x1xf32>, tensor<128x1x1xf32>) outs(%8 : tensor<1x128x112x112xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %13 = arith.mulf %in, %in_1 : f32
      %14 = arith.addf %13, %in_2 : f32
      %15 = arith.cmpf ugt, %14, %cst : f32
      %16 = arith.select %15, %14, %cst : f32
      linalg.yield %16 : f32
    } -> tensor<1x128x112x112xf32>
    %10 = linalg.fill {mlirgym.op = "op2.init"} ins(%cst_0 : f32) outs(%4 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %11 = tensor.empty() : tensor<2x2xf32>
    %12 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op2", strides = dense<2> : vector<2xi64>} ins(%9, %11 : tensor<1x128x112x112xf32>, tensor<2x2xf32>) outs(%10 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    bufferization.materialize_in_destination %12 in restrict writable %arg4 : (tensor<1x128x56x56xf32>, memref<1x128x56x56xf32>) -> ()
    return
  }
}
// -----
// vgg16.op11
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x128x56x56xf32>, %arg1: memref<256x128x3x3xf32>, %arg2: memref<256x1x1xf32>, %arg3: memref<256x1x1xf32>, %arg4: memref<1x256x56x56xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x128x56x56xf32> to tensor<1x128x56x56xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x128x3x3xf32> to tensor<256x128x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<256x1x1xf32> to tensor<256x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<256x1x1xf32> to tensor<256x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x256x56x56xf32> to tensor<1x256x56x56xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %5 = tensor.empty() : tensor<1x256x56x56xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x128x58x58xf32>, tensor<256x128x3x3xf32>) outs(%6 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>, tensor<256x1x1xf32>) outs(%4 : tensor<1x256x56x56xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      %11 = arith.cmpf ugt, %10, %cst : f32
      %12 = arith.select %11, %10, %cst : f32
      linalg.yield %12 : f32
    } -> tensor<1x256x56x56xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x256x56x56xf32>, memref<1x256x56x56xf32>) -> ()
    return
  }
}
// -----
// vgg16.op13
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x256x56x56xf32>, %arg1: memref<256x256x3x3xf32>, %arg2: memref<256x1x1xf32>, %arg3: memref<256x1x1xf32>, %arg4: memref<1x256x56x56xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x256x56x56xf32> to tensor<1x256x56x56xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x256x3x3xf32> to tensor<256x256x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<256x1x1xf32> to tensor<256x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<256x1x1xf32> to tensor<256x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x256x56x56xf32> to tensor<1x256x56x56xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x256x56x56xf32> to tensor<1x256x58x58xf32>
    %5 = tensor.empty() : tensor<1x256x56x56xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x256x58x58xf32>, tensor<256x256x3x3xf32>) outs(%6 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>, tensor<256x1x1xf32>) outs(%4 : tensor<1x256x56x56xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      %11 = arith.cmpf ugt, %10, %cst : f32
      %12 = arith.select %11, %10, %cst : f32
      linalg.yield %12 : f32
    } -> tensor<1x256x56x56xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x256x56x56xf32>, memref<1x256x56x56xf32>) -> ()
    return
  }
}
// -----
// vgg16.op16
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x256x56x56xf32>, %arg1: memref<256x256x3x3xf32>, %arg2: memref<256x1x1xf32>, %arg3: memref<256x1x1xf32>, %arg4: memref<1x256x28x28xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x256x56x56xf32> to tensor<1x256x56x56xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<256x256x3x3xf32> to tensor<256x256x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<256x1x1xf32> to tensor<256x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<256x1x1xf32> to tensor<256x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x256x28x28xf32> to tensor<1x256x28x28xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x256x56x56xf32> to tensor<1x256x58x58xf32>
    %5 = tensor.empty() : tensor<1x256x56x56xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x256x58x58xf32>, tensor<256x256x3x3xf32>) outs(%6 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %8 = tensor.empty() : tensor<1x256x56x56xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>, tensor<256x1x1xf32>) outs(%8 : tensor<1x256x56x56xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %13 = arith.mulf %in, %in_1 : f32
      %14 = arith.addf %13, %in_2 : f32
      %15 = arith.cmpf ugt, %14, %cst : f32
      %16 = arith.select %15, %14, %cst : f32
      linalg.yield %16 : f32
    } -> tensor<1x256x56x56xf32>
    %10 = linalg.fill {mlirgym.op = "op2.init"} ins(%cst_0 : f32) outs(%4 : tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32>
    %11 = tensor.empty() : tensor<2x2xf32>
    %12 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op2", strides = dense<2> : vector<2xi64>} ins(%9, %11 : tensor<1x256x56x56xf32>, tensor<2x2xf32>) outs(%10 : tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32>
    bufferization.materialize_in_destination %12 in restrict writable %arg4 : (tensor<1x256x28x28xf32>, memref<1x256x28x28xf32>) -> ()
    return
  }
}
// -----
// vgg16.op18
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x256x28x28xf32>, %arg1: memref<512x256x3x3xf32>, %arg2: memref<512x1x1xf32>, %arg3: memref<512x1x1xf32>, %arg4: memref<1x512x28x28xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x256x28x28xf32> to tensor<1x256x28x28xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<512x256x3x3xf32> to tensor<512x256x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<512x1x1xf32> to tensor<512x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<512x1x1xf32> to tensor<512x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x512x28x28xf32> to tensor<1x512x28x28xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x256x28x28xf32> to tensor<1x256x30x30xf32>
    %5 = tensor.empty() : tensor<1x512x28x28xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x256x30x30xf32>, tensor<512x256x3x3xf32>) outs(%6 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x512x28x28xf32>, tensor<512x1x1xf32>, tensor<512x1x1xf32>) outs(%4 : tensor<1x512x28x28xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      %11 = arith.cmpf ugt, %10, %cst : f32
      %12 = arith.select %11, %10, %cst : f32
      linalg.yield %12 : f32
    } -> tensor<1x512x28x28xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x512x28x28xf32>, memref<1x512x28x28xf32>) -> ()
    return
  }
}
// -----
// vgg16.op20
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x512x28x28xf32>, %arg1: memref<512x512x3x3xf32>, %arg2: memref<512x1x1xf32>, %arg3: memref<512x1x1xf32>, %arg4: memref<1x512x28x28xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x512x28x28xf32> to tensor<1x512x28x28xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<512x512x3x3xf32> to tensor<512x512x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<512x1x1xf32> to tensor<512x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<512x1x1xf32> to tensor<512x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x512x28x28xf32> to tensor<1x512x28x28xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x512x28x28xf32> to tensor<1x512x30x30xf32>
    %5 = tensor.empty() : tensor<1x512x28x28xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x512x30x30xf32>, tensor<512x512x3x3xf32>) outs(%6 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x512x28x28xf32>, tensor<512x1x1xf32>, tensor<512x1x1xf32>) outs(%4 : tensor<1x512x28x28xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      %11 = arith.cmpf ugt, %10, %cst : f32
      %12 = arith.select %11, %10, %cst : f32
      linalg.yield %12 : f32
    } -> tensor<1x512x28x28xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x512x28x28xf32>, memref<1x512x28x28xf32>) -> ()
    return
  }
}
// -----
// vgg16.op23
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x512x28x28xf32>, %arg1: memref<512x512x3x3xf32>, %arg2: memref<512x1x1xf32>, %arg3: memref<512x1x1xf32>, %arg4: memref<1x512x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x512x28x28xf32> to tensor<1x512x28x28xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<512x512x3x3xf32> to tensor<512x512x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<512x1x1xf32> to tensor<512x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<512x1x1xf32> to tensor<512x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x512x14x14xf32> to tensor<1x512x14x14xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x512x28x28xf32> to tensor<1x512x30x30xf32>
    %5 = tensor.empty() : tensor<1x512x28x28xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x512x30x30xf32>, tensor<512x512x3x3xf32>) outs(%6 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %8 = tensor.empty() : tensor<1x512x28x28xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x512x28x28xf32>, tensor<512x1x1xf32>, tensor<512x1x1xf32>) outs(%8 : tensor<1x512x28x28xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %13 = arith.mulf %in, %in_1 : f32
      %14 = arith.addf %13, %in_2 : f32
      %15 = arith.cmpf ugt, %14, %cst : f32
      %16 = arith.select %15, %14, %cst : f32
      linalg.yield %16 : f32
    } -> tensor<1x512x28x28xf32>
    %10 = linalg.fill {mlirgym.op = "op2.init"} ins(%cst_0 : f32) outs(%4 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %11 = tensor.empty() : tensor<2x2xf32>
    %12 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op2", strides = dense<2> : vector<2xi64>} ins(%9, %11 : tensor<1x512x28x28xf32>, tensor<2x2xf32>) outs(%10 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    bufferization.materialize_in_destination %12 in restrict writable %arg4 : (tensor<1x512x14x14xf32>, memref<1x512x14x14xf32>) -> ()
    return
  }
}
// -----
// vgg16.op25
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x512x14x14xf32>, %arg1: memref<512x512x3x3xf32>, %arg2: memref<512x1x1xf32>, %arg3: memref<512x1x1xf32>, %arg4: memref<1x512x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x512x14x14xf32> to tensor<1x512x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<512x512x3x3xf32> to tensor<512x512x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<512x1x1xf32> to tensor<512x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<512x1x1xf32> to tensor<512x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x512x14x14xf32> to tensor<1x512x14x14xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %5 = tensor.empty() : tensor<1x512x14x14xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x512x16x16xf32>, tensor<512x512x3x3xf32>) outs(%6 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x512x14x14xf32>, tensor<512x1x1xf32>, tensor<512x1x1xf32>) outs(%4 : tensor<1x512x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      %11 = arith.cmpf ugt, %10, %cst : f32
      %12 = arith.select %11, %10, %cst : f32
      linalg.yield %12 : f32
    } -> tensor<1x512x14x14xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x512x14x14xf32>, memref<1x512x14x14xf32>) -> ()
    return
  }
}
// -----
// vgg16.op30
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x512x14x14xf32>, %arg1: memref<512x512x3x3xf32>, %arg2: memref<512x1x1xf32>, %arg3: memref<512x1x1xf32>, %arg4: memref<1x512x7x7xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x512x14x14xf32> to tensor<1x512x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<512x512x3x3xf32> to tensor<512x512x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<512x1x1xf32> to tensor<512x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<512x1x1xf32> to tensor<512x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x512x7x7xf32> to tensor<1x512x7x7xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %5 = tensor.empty() : tensor<1x512x14x14xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x512x16x16xf32>, tensor<512x512x3x3xf32>) outs(%6 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %8 = tensor.empty() : tensor<1x512x14x14xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x512x14x14xf32>, tensor<512x1x1xf32>, tensor<512x1x1xf32>) outs(%8 : tensor<1x512x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %13 = arith.mulf %in, %in_1 : f32
      %14 = arith.addf %13, %in_2 : f32
      %15 = arith.cmpf ugt, %14, %cst : f32
      %16 = arith.select %15, %14, %cst : f32
      linalg.yield %16 : f32
    } -> tensor<1x512x14x14xf32>
    %10 = linalg.fill {mlirgym.op = "op2.init"} ins(%cst_0 : f32) outs(%4 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %11 = tensor.empty() : tensor<2x2xf32>
    %12 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op2", strides = dense<2> : vector<2xi64>} ins(%9, %11 : tensor<1x512x14x14xf32>, tensor<2x2xf32>) outs(%10 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    bufferization.materialize_in_destination %12 in restrict writable %arg4 : (tensor<1x512x7x7xf32>, memref<1x512x7x7xf32>) -> ()
    return
  }
}
// -----
// vgg16.op32
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<1x512x7x7xf32>, %arg1: memref<25088x4096xf32>, %arg2: memref<4096xf32>, %arg3: memref<1x4096xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x512x7x7xf32> to tensor<1x512x7x7xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<25088x4096xf32> to tensor<25088x4096xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<4096xf32> to tensor<4096xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<1x4096xf32> to tensor<1x4096xf32>
    %collapsed = tensor.collapse_shape %0 [[0], [1, 2, 3]] : tensor<1x512x7x7xf32> into tensor<1x25088xf32>
    %4 = tensor.empty() : tensor<1x4096xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%collapsed, %1 : tensor<1x25088xf32>, tensor<25088x4096xf32>) outs(%5 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %2 : tensor<1x4096xf32>, tensor<4096xf32>) outs(%3 : tensor<1x4096xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      %9 = arith.cmpf ugt, %8, %cst : f32
      %10 = arith.select %9, %8, %cst : f32
      linalg.yield %10 : f32
    } -> tensor<1x4096xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<1x4096xf32>, memref<1x4096xf32>) -> ()
    return
  }
}
// -----
// vgg16.op34
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<1x4096xf32>, %arg1: memref<4096x4096xf32>, %arg2: memref<4096xf32>, %arg3: memref<1x4096xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x4096xf32> to tensor<1x4096xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<4096x4096xf32> to tensor<4096x4096xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<4096xf32> to tensor<4096xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<1x4096xf32> to tensor<1x4096xf32>
    %4 = tensor.empty() : tensor<1x4096xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<1x4096xf32>, tensor<4096x4096xf32>) outs(%5 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %2 : tensor<1x4096xf32>, tensor<4096xf32>) outs(%3 : tensor<1x4096xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      %9 = arith.cmpf ugt, %8, %cst : f32
      %10 = arith.select %9, %8, %cst : f32
      linalg.yield %10 : f32
    } -> tensor<1x4096xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<1x4096xf32>, memref<1x4096xf32>) -> ()
    return
  }
}
// -----
// vgg16.op36
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<1x4096xf32>, %arg1: memref<4096x1000xf32>, %arg2: memref<1000xf32>, %arg3: memref<1x1000xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x4096xf32> to tensor<1x4096xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<4096x1000xf32> to tensor<4096x1000xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1000xf32> to tensor<1000xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<1x1000xf32> to tensor<1x1000xf32>
    %4 = tensor.empty() : tensor<1x1000xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<1x4096xf32>, tensor<4096x1000xf32>) outs(%5 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %2 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%3 : tensor<1x1000xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<1x1000xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<1x1000xf32>, memref<1x1000xf32>) -> ()
    return
  }
}
