// mobilenet_v2
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> ()>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @mobilenet_v2(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<32x3x3x3xf32>, %arg2: tensor<32x1x1xf32>, %arg3: tensor<32x1x1xf32>, %arg4: tensor<32x1x3x3xf32>, %arg5: tensor<32x1x1xf32>, %arg6: tensor<32x1x1xf32>, %arg7: tensor<16x32x1x1xf32>, %arg8: tensor<16x1x1xf32>, %arg9: tensor<16x1x1xf32>, %arg10: tensor<96x16x1x1xf32>, %arg11: tensor<96x1x1xf32>, %arg12: tensor<96x1x1xf32>, %arg13: tensor<96x1x3x3xf32>, %arg14: tensor<96x1x1xf32>, %arg15: tensor<96x1x1xf32>, %arg16: tensor<24x96x1x1xf32>, %arg17: tensor<24x1x1xf32>, %arg18: tensor<24x1x1xf32>, %arg19: tensor<144x24x1x1xf32>, %arg20: tensor<144x1x1xf32>, %arg21: tensor<144x1x1xf32>, %arg22: tensor<144x1x3x3xf32>, %arg23: tensor<144x1x1xf32>, %arg24: tensor<144x1x1xf32>, %arg25: tensor<24x144x1x1xf32>, %arg26: tensor<24x1x1xf32>, %arg27: tensor<24x1x1xf32>, %arg28: tensor<144x24x1x1xf32>, %arg29: tensor<144x1x1xf32>, %arg30: tensor<144x1x1xf32>, %arg31: tensor<144x1x3x3xf32>, %arg32: tensor<144x1x1xf32>, %arg33: tensor<144x1x1xf32>, %arg34: tensor<32x144x1x1xf32>, %arg35: tensor<32x1x1xf32>, %arg36: tensor<32x1x1xf32>, %arg37: tensor<192x32x1x1xf32>, %arg38: tensor<192x1x1xf32>, %arg39: tensor<192x1x1xf32>, %arg40: tensor<192x1x3x3xf32>, %arg41: tensor<192x1x1xf32>, %arg42: tensor<192x1x1xf32>, %arg43: tensor<32x192x1x1xf32>, %arg44: tensor<32x1x1xf32>, %arg45: tensor<32x1x1xf32>, %arg46: tensor<192x32x1x1xf32>, %arg47: tensor<192x1x1xf32>, %arg48: tensor<192x1x1xf32>, %arg49: tensor<192x1x3x3xf32>, %arg50: tensor<192x1x1xf32>, %arg51: tensor<192x1x1xf32>, %arg52: tensor<32x192x1x1xf32>, %arg53: tensor<32x1x1xf32>, %arg54: tensor<32x1x1xf32>, %arg55: tensor<192x32x1x1xf32>, %arg56: tensor<192x1x1xf32>, %arg57: tensor<192x1x1xf32>, %arg58: tensor<192x1x3x3xf32>, %arg59: tensor<192x1x1xf32>, %arg60: tensor<192x1x1xf32>, %arg61: tensor<64x192x1x1xf32>, %arg62: tensor<64x1x1xf32>, %arg63: tensor<64x1x1xf32>, %arg64: tensor<384x64x1x1xf32>, %arg65: tensor<384x1x1xf32>, %arg66: tensor<384x1x1xf32>, %arg67: tensor<384x1x3x3xf32>, %arg68: tensor<384x1x1xf32>, %arg69: tensor<384x1x1xf32>, %arg70: tensor<64x384x1x1xf32>, %arg71: tensor<64x1x1xf32>, %arg72: tensor<64x1x1xf32>, %arg73: tensor<384x64x1x1xf32>, %arg74: tensor<384x1x1xf32>, %arg75: tensor<384x1x1xf32>, %arg76: tensor<384x1x3x3xf32>, %arg77: tensor<384x1x1xf32>, %arg78: tensor<384x1x1xf32>, %arg79: tensor<64x384x1x1xf32>, %arg80: tensor<64x1x1xf32>, %arg81: tensor<64x1x1xf32>, %arg82: tensor<384x64x1x1xf32>, %arg83: tensor<384x1x1xf32>, %arg84: tensor<384x1x1xf32>, %arg85: tensor<384x1x3x3xf32>, %arg86: tensor<384x1x1xf32>, %arg87: tensor<384x1x1xf32>, %arg88: tensor<64x384x1x1xf32>, %arg89: tensor<64x1x1xf32>, %arg90: tensor<64x1x1xf32>, %arg91: tensor<384x64x1x1xf32>, %arg92: tensor<384x1x1xf32>, %arg93: tensor<384x1x1xf32>, %arg94: tensor<384x1x3x3xf32>, %arg95: tensor<384x1x1xf32>, %arg96: tensor<384x1x1xf32>, %arg97: tensor<96x384x1x1xf32>, %arg98: tensor<96x1x1xf32>, %arg99: tensor<96x1x1xf32>, %arg100: tensor<576x96x1x1xf32>, %arg101: tensor<576x1x1xf32>, %arg102: tensor<576x1x1xf32>, %arg103: tensor<576x1x3x3xf32>, %arg104: tensor<576x1x1xf32>, %arg105: tensor<576x1x1xf32>, %arg106: tensor<96x576x1x1xf32>, %arg107: tensor<96x1x1xf32>, %arg108: tensor<96x1x1xf32>, %arg109: tensor<576x96x1x1xf32>, %arg110: tensor<576x1x1xf32>, %arg111: tensor<576x1x1xf32>, %arg112: tensor<576x1x3x3xf32>, %arg113: tensor<576x1x1xf32>, %arg114: tensor<576x1x1xf32>, %arg115: tensor<96x576x1x1xf32>, %arg116: tensor<96x1x1xf32>, %arg117: tensor<96x1x1xf32>, %arg118: tensor<576x96x1x1xf32>, %arg119: tensor<576x1x1xf32>, %arg120: tensor<576x1x1xf32>, %arg121: tensor<576x1x3x3xf32>, %arg122: tensor<576x1x1xf32>, %arg123: tensor<576x1x1xf32>, %arg124: tensor<160x576x1x1xf32>, %arg125: tensor<160x1x1xf32>, %arg126: tensor<160x1x1xf32>, %arg127: tensor<960x160x1x1xf32>, %arg128: tensor<960x1x1xf32>, %arg129: tensor<960x1x1xf32>, %arg130: tensor<960x1x3x3xf32>, %arg131: tensor<960x1x1xf32>, %arg132: tensor<960x1x1xf32>, %arg133: tensor<160x960x1x1xf32>, %arg134: tensor<160x1x1xf32>, %arg135: tensor<160x1x1xf32>, %arg136: tensor<960x160x1x1xf32>, %arg137: tensor<960x1x1xf32>, %arg138: tensor<960x1x1xf32>, %arg139: tensor<960x1x3x3xf32>, %arg140: tensor<960x1x1xf32>, %arg141: tensor<960x1x1xf32>, %arg142: tensor<160x960x1x1xf32>, %arg143: tensor<160x1x1xf32>, %arg144: tensor<160x1x1xf32>, %arg145: tensor<960x160x1x1xf32>, %arg146: tensor<960x1x1xf32>, %arg147: tensor<960x1x1xf32>, %arg148: tensor<960x1x3x3xf32>, %arg149: tensor<960x1x1xf32>, %arg150: tensor<960x1x1xf32>, %arg151: tensor<320x960x1x1xf32>, %arg152: tensor<320x1x1xf32>, %arg153: tensor<320x1x1xf32>, %arg154: tensor<1280x320x1x1xf32>, %arg155: tensor<1280x1x1xf32>, %arg156: tensor<1280x1x1xf32>, %arg157: tensor<1280x1000xf32>, %arg158: tensor<1000xf32>) -> tensor<1x1000xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 4.900000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x3x224x224xf32> to tensor<1x3x226x226xf32>
    %0 = tensor.empty() : tensor<1x32x112x112xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x3x226x226xf32>, tensor<32x3x3x3xf32>) outs(%1 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %arg2 : tensor<1x32x112x112xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x112x112xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %arg3 : tensor<1x32x112x112xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x112x112xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %cst_1 : tensor<1x32x112x112xf32>, tensor<f32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x32x112x112xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %5 : tensor<f32>, tensor<1x32x112x112xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x32x112x112xf32>
    %padded_3 = tensor.pad %6 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x32x112x112xf32> to tensor<1x32x114x114xf32>
    %collapsed = tensor.collapse_shape %arg4 [[0, 1], [2], [3]] : tensor<32x1x3x3xf32> into tensor<32x3x3xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_3, %collapsed : tensor<1x32x114x114xf32>, tensor<32x3x3xf32>) outs(%1 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %arg5 : tensor<1x32x112x112xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x112x112xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %arg6 : tensor<1x32x112x112xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x112x112xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %cst_1 : tensor<1x32x112x112xf32>, tensor<f32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x32x112x112xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %10 : tensor<f32>, tensor<1x32x112x112xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x32x112x112xf32>
    %12 = tensor.empty() : tensor<1x16x112x112xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<1x16x112x112xf32>) -> tensor<1x16x112x112xf32>
    %14 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%11, %arg7 : tensor<1x32x112x112xf32>, tensor<16x32x1x1xf32>) outs(%13 : tensor<1x16x112x112xf32>) -> tensor<1x16x112x112xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %arg8 : tensor<1x16x112x112xf32>, tensor<16x1x1xf32>) outs(%12 : tensor<1x16x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x16x112x112xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %arg9 : tensor<1x16x112x112xf32>, tensor<16x1x1xf32>) outs(%12 : tensor<1x16x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x16x112x112xf32>
    %17 = tensor.empty() : tensor<1x96x112x112xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<1x96x112x112xf32>) -> tensor<1x96x112x112xf32>
    %19 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%16, %arg10 : tensor<1x16x112x112xf32>, tensor<96x16x1x1xf32>) outs(%18 : tensor<1x96x112x112xf32>) -> tensor<1x96x112x112xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %arg11 : tensor<1x96x112x112xf32>, tensor<96x1x1xf32>) outs(%17 : tensor<1x96x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x112x112xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %arg12 : tensor<1x96x112x112xf32>, tensor<96x1x1xf32>) outs(%17 : tensor<1x96x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x112x112xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %cst_1 : tensor<1x96x112x112xf32>, tensor<f32>) outs(%17 : tensor<1x96x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x96x112x112xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %22 : tensor<f32>, tensor<1x96x112x112xf32>) outs(%17 : tensor<1x96x112x112xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x96x112x112xf32>
    %padded_4 = tensor.pad %23 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x96x112x112xf32> to tensor<1x96x114x114xf32>
    %24 = tensor.empty() : tensor<1x96x56x56xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<1x96x56x56xf32>) -> tensor<1x96x56x56xf32>
    %collapsed_5 = tensor.collapse_shape %arg13 [[0, 1], [2], [3]] : tensor<96x1x3x3xf32> into tensor<96x3x3xf32>
    %26 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_4, %collapsed_5 : tensor<1x96x114x114xf32>, tensor<96x3x3xf32>) outs(%25 : tensor<1x96x56x56xf32>) -> tensor<1x96x56x56xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %arg14 : tensor<1x96x56x56xf32>, tensor<96x1x1xf32>) outs(%24 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x56x56xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %arg15 : tensor<1x96x56x56xf32>, tensor<96x1x1xf32>) outs(%24 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x56x56xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %cst_1 : tensor<1x96x56x56xf32>, tensor<f32>) outs(%24 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x96x56x56xf32>
    %30 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %29 : tensor<f32>, tensor<1x96x56x56xf32>) outs(%24 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x96x56x56xf32>
    %31 = tensor.empty() : tensor<1x24x56x56xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %33 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%30, %arg16 : tensor<1x96x56x56xf32>, tensor<24x96x1x1xf32>) outs(%32 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %arg17 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%31 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x24x56x56xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %arg18 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%31 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x24x56x56xf32>
    %36 = tensor.empty() : tensor<1x144x56x56xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%36 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %38 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%35, %arg19 : tensor<1x24x56x56xf32>, tensor<144x24x1x1xf32>) outs(%37 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %arg20 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x144x56x56xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %arg21 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x144x56x56xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %cst_1 : tensor<1x144x56x56xf32>, tensor<f32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x144x56x56xf32>
    %42 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %41 : tensor<f32>, tensor<1x144x56x56xf32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x144x56x56xf32>
    %padded_6 = tensor.pad %42 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x144x56x56xf32> to tensor<1x144x58x58xf32>
    %collapsed_7 = tensor.collapse_shape %arg22 [[0, 1], [2], [3]] : tensor<144x1x3x3xf32> into tensor<144x3x3xf32>
    %43 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_6, %collapsed_7 : tensor<1x144x58x58xf32>, tensor<144x3x3xf32>) outs(%37 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %arg23 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x144x56x56xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %arg24 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x144x56x56xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %cst_1 : tensor<1x144x56x56xf32>, tensor<f32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x144x56x56xf32>
    %47 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %46 : tensor<f32>, tensor<1x144x56x56xf32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x144x56x56xf32>
    %48 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%47, %arg25 : tensor<1x144x56x56xf32>, tensor<24x144x1x1xf32>) outs(%32 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %arg26 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%31 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x24x56x56xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %arg27 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%31 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x24x56x56xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %50 : tensor<1x24x56x56xf32>, tensor<1x24x56x56xf32>) outs(%31 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x24x56x56xf32>
    %52 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%51, %arg28 : tensor<1x24x56x56xf32>, tensor<144x24x1x1xf32>) outs(%37 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %arg29 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x144x56x56xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %arg30 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x144x56x56xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %cst_1 : tensor<1x144x56x56xf32>, tensor<f32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x144x56x56xf32>
    %56 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %55 : tensor<f32>, tensor<1x144x56x56xf32>) outs(%36 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x144x56x56xf32>
    %padded_8 = tensor.pad %56 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x144x56x56xf32> to tensor<1x144x58x58xf32>
    %57 = tensor.empty() : tensor<1x144x28x28xf32>
    %58 = linalg.fill ins(%cst : f32) outs(%57 : tensor<1x144x28x28xf32>) -> tensor<1x144x28x28xf32>
    %collapsed_9 = tensor.collapse_shape %arg31 [[0, 1], [2], [3]] : tensor<144x1x3x3xf32> into tensor<144x3x3xf32>
    %59 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_8, %collapsed_9 : tensor<1x144x58x58xf32>, tensor<144x3x3xf32>) outs(%58 : tensor<1x144x28x28xf32>) -> tensor<1x144x28x28xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %arg32 : tensor<1x144x28x28xf32>, tensor<144x1x1xf32>) outs(%57 : tensor<1x144x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x144x28x28xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %arg33 : tensor<1x144x28x28xf32>, tensor<144x1x1xf32>) outs(%57 : tensor<1x144x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x144x28x28xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %cst_1 : tensor<1x144x28x28xf32>, tensor<f32>) outs(%57 : tensor<1x144x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x144x28x28xf32>
    %63 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %62 : tensor<f32>, tensor<1x144x28x28xf32>) outs(%57 : tensor<1x144x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x144x28x28xf32>
    %64 = tensor.empty() : tensor<1x32x28x28xf32>
    %65 = linalg.fill ins(%cst : f32) outs(%64 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %66 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%63, %arg34 : tensor<1x144x28x28xf32>, tensor<32x144x1x1xf32>) outs(%65 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %arg35 : tensor<1x32x28x28xf32>, tensor<32x1x1xf32>) outs(%64 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x28x28xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %arg36 : tensor<1x32x28x28xf32>, tensor<32x1x1xf32>) outs(%64 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x28x28xf32>
    %69 = tensor.empty() : tensor<1x192x28x28xf32>
    %70 = linalg.fill ins(%cst : f32) outs(%69 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %71 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%68, %arg37 : tensor<1x32x28x28xf32>, tensor<192x32x1x1xf32>) outs(%70 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %arg38 : tensor<1x192x28x28xf32>, tensor<192x1x1xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x28x28xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72, %arg39 : tensor<1x192x28x28xf32>, tensor<192x1x1xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x28x28xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %cst_1 : tensor<1x192x28x28xf32>, tensor<f32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x28x28xf32>
    %75 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %74 : tensor<f32>, tensor<1x192x28x28xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x28x28xf32>
    %padded_10 = tensor.pad %75 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x192x28x28xf32> to tensor<1x192x30x30xf32>
    %collapsed_11 = tensor.collapse_shape %arg40 [[0, 1], [2], [3]] : tensor<192x1x3x3xf32> into tensor<192x3x3xf32>
    %76 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_10, %collapsed_11 : tensor<1x192x30x30xf32>, tensor<192x3x3xf32>) outs(%70 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76, %arg41 : tensor<1x192x28x28xf32>, tensor<192x1x1xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x28x28xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %arg42 : tensor<1x192x28x28xf32>, tensor<192x1x1xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x28x28xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78, %cst_1 : tensor<1x192x28x28xf32>, tensor<f32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x28x28xf32>
    %80 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %79 : tensor<f32>, tensor<1x192x28x28xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x28x28xf32>
    %81 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%80, %arg43 : tensor<1x192x28x28xf32>, tensor<32x192x1x1xf32>) outs(%65 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %arg44 : tensor<1x32x28x28xf32>, tensor<32x1x1xf32>) outs(%64 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x28x28xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %arg45 : tensor<1x32x28x28xf32>, tensor<32x1x1xf32>) outs(%64 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x28x28xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %83 : tensor<1x32x28x28xf32>, tensor<1x32x28x28xf32>) outs(%64 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x28x28xf32>
    %85 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%84, %arg46 : tensor<1x32x28x28xf32>, tensor<192x32x1x1xf32>) outs(%70 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %arg47 : tensor<1x192x28x28xf32>, tensor<192x1x1xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x28x28xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%86, %arg48 : tensor<1x192x28x28xf32>, tensor<192x1x1xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x28x28xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87, %cst_1 : tensor<1x192x28x28xf32>, tensor<f32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x28x28xf32>
    %89 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %88 : tensor<f32>, tensor<1x192x28x28xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x28x28xf32>
    %padded_12 = tensor.pad %89 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x192x28x28xf32> to tensor<1x192x30x30xf32>
    %collapsed_13 = tensor.collapse_shape %arg49 [[0, 1], [2], [3]] : tensor<192x1x3x3xf32> into tensor<192x3x3xf32>
    %90 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_12, %collapsed_13 : tensor<1x192x30x30xf32>, tensor<192x3x3xf32>) outs(%70 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90, %arg50 : tensor<1x192x28x28xf32>, tensor<192x1x1xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x28x28xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91, %arg51 : tensor<1x192x28x28xf32>, tensor<192x1x1xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x28x28xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92, %cst_1 : tensor<1x192x28x28xf32>, tensor<f32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x28x28xf32>
    %94 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %93 : tensor<f32>, tensor<1x192x28x28xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x28x28xf32>
    %95 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%94, %arg52 : tensor<1x192x28x28xf32>, tensor<32x192x1x1xf32>) outs(%65 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%95, %arg53 : tensor<1x32x28x28xf32>, tensor<32x1x1xf32>) outs(%64 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x28x28xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96, %arg54 : tensor<1x32x28x28xf32>, tensor<32x1x1xf32>) outs(%64 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x28x28xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %97 : tensor<1x32x28x28xf32>, tensor<1x32x28x28xf32>) outs(%64 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x32x28x28xf32>
    %99 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%98, %arg55 : tensor<1x32x28x28xf32>, tensor<192x32x1x1xf32>) outs(%70 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99, %arg56 : tensor<1x192x28x28xf32>, tensor<192x1x1xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x28x28xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%100, %arg57 : tensor<1x192x28x28xf32>, tensor<192x1x1xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x28x28xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101, %cst_1 : tensor<1x192x28x28xf32>, tensor<f32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x28x28xf32>
    %103 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %102 : tensor<f32>, tensor<1x192x28x28xf32>) outs(%69 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x28x28xf32>
    %padded_14 = tensor.pad %103 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x192x28x28xf32> to tensor<1x192x30x30xf32>
    %104 = tensor.empty() : tensor<1x192x14x14xf32>
    %105 = linalg.fill ins(%cst : f32) outs(%104 : tensor<1x192x14x14xf32>) -> tensor<1x192x14x14xf32>
    %collapsed_15 = tensor.collapse_shape %arg58 [[0, 1], [2], [3]] : tensor<192x1x3x3xf32> into tensor<192x3x3xf32>
    %106 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_14, %collapsed_15 : tensor<1x192x30x30xf32>, tensor<192x3x3xf32>) outs(%105 : tensor<1x192x14x14xf32>) -> tensor<1x192x14x14xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106, %arg59 : tensor<1x192x14x14xf32>, tensor<192x1x1xf32>) outs(%104 : tensor<1x192x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x14x14xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107, %arg60 : tensor<1x192x14x14xf32>, tensor<192x1x1xf32>) outs(%104 : tensor<1x192x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x192x14x14xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108, %cst_1 : tensor<1x192x14x14xf32>, tensor<f32>) outs(%104 : tensor<1x192x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x14x14xf32>
    %110 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %109 : tensor<f32>, tensor<1x192x14x14xf32>) outs(%104 : tensor<1x192x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x192x14x14xf32>
    %111 = tensor.empty() : tensor<1x64x14x14xf32>
    %112 = linalg.fill ins(%cst : f32) outs(%111 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %113 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%110, %arg61 : tensor<1x192x14x14xf32>, tensor<64x192x1x1xf32>) outs(%112 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %arg62 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114, %arg63 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %116 = tensor.empty() : tensor<1x384x14x14xf32>
    %117 = linalg.fill ins(%cst : f32) outs(%116 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %118 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%115, %arg64 : tensor<1x64x14x14xf32>, tensor<384x64x1x1xf32>) outs(%117 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%118, %arg65 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119, %arg66 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120, %cst_1 : tensor<1x384x14x14xf32>, tensor<f32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %122 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %121 : tensor<f32>, tensor<1x384x14x14xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %padded_16 = tensor.pad %122 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x384x14x14xf32> to tensor<1x384x16x16xf32>
    %collapsed_17 = tensor.collapse_shape %arg67 [[0, 1], [2], [3]] : tensor<384x1x3x3xf32> into tensor<384x3x3xf32>
    %123 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_16, %collapsed_17 : tensor<1x384x16x16xf32>, tensor<384x3x3xf32>) outs(%117 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %124 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %arg68 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%124, %arg69 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%125, %cst_1 : tensor<1x384x14x14xf32>, tensor<f32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %127 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %126 : tensor<f32>, tensor<1x384x14x14xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %128 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%127, %arg70 : tensor<1x384x14x14xf32>, tensor<64x384x1x1xf32>) outs(%112 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%128, %arg71 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%129, %arg72 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115, %130 : tensor<1x64x14x14xf32>, tensor<1x64x14x14xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %132 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%131, %arg73 : tensor<1x64x14x14xf32>, tensor<384x64x1x1xf32>) outs(%117 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%132, %arg74 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133, %arg75 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%134, %cst_1 : tensor<1x384x14x14xf32>, tensor<f32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %136 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %135 : tensor<f32>, tensor<1x384x14x14xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %padded_18 = tensor.pad %136 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x384x14x14xf32> to tensor<1x384x16x16xf32>
    %collapsed_19 = tensor.collapse_shape %arg76 [[0, 1], [2], [3]] : tensor<384x1x3x3xf32> into tensor<384x3x3xf32>
    %137 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_18, %collapsed_19 : tensor<1x384x16x16xf32>, tensor<384x3x3xf32>) outs(%117 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%137, %arg77 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%138, %arg78 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%139, %cst_1 : tensor<1x384x14x14xf32>, tensor<f32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %141 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %140 : tensor<f32>, tensor<1x384x14x14xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %142 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%141, %arg79 : tensor<1x384x14x14xf32>, tensor<64x384x1x1xf32>) outs(%112 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142, %arg80 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%143, %arg81 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %145 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131, %144 : tensor<1x64x14x14xf32>, tensor<1x64x14x14xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %146 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%145, %arg82 : tensor<1x64x14x14xf32>, tensor<384x64x1x1xf32>) outs(%117 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%146, %arg83 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%147, %arg84 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%148, %cst_1 : tensor<1x384x14x14xf32>, tensor<f32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %150 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %149 : tensor<f32>, tensor<1x384x14x14xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %padded_20 = tensor.pad %150 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x384x14x14xf32> to tensor<1x384x16x16xf32>
    %collapsed_21 = tensor.collapse_shape %arg85 [[0, 1], [2], [3]] : tensor<384x1x3x3xf32> into tensor<384x3x3xf32>
    %151 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_20, %collapsed_21 : tensor<1x384x16x16xf32>, tensor<384x3x3xf32>) outs(%117 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %152 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%151, %arg86 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%152, %arg87 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %154 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%153, %cst_1 : tensor<1x384x14x14xf32>, tensor<f32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %155 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %154 : tensor<f32>, tensor<1x384x14x14xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %156 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%155, %arg88 : tensor<1x384x14x14xf32>, tensor<64x384x1x1xf32>) outs(%112 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%156, %arg89 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157, %arg90 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %159 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%145, %158 : tensor<1x64x14x14xf32>, tensor<1x64x14x14xf32>) outs(%111 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x64x14x14xf32>
    %160 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%159, %arg91 : tensor<1x64x14x14xf32>, tensor<384x64x1x1xf32>) outs(%117 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%160, %arg92 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%161, %arg93 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %163 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%162, %cst_1 : tensor<1x384x14x14xf32>, tensor<f32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %164 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %163 : tensor<f32>, tensor<1x384x14x14xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %padded_22 = tensor.pad %164 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x384x14x14xf32> to tensor<1x384x16x16xf32>
    %collapsed_23 = tensor.collapse_shape %arg94 [[0, 1], [2], [3]] : tensor<384x1x3x3xf32> into tensor<384x3x3xf32>
    %165 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_22, %collapsed_23 : tensor<1x384x16x16xf32>, tensor<384x3x3xf32>) outs(%117 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %166 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%165, %arg95 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%166, %arg96 : tensor<1x384x14x14xf32>, tensor<384x1x1xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x384x14x14xf32>
    %168 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%167, %cst_1 : tensor<1x384x14x14xf32>, tensor<f32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %169 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %168 : tensor<f32>, tensor<1x384x14x14xf32>) outs(%116 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x384x14x14xf32>
    %170 = tensor.empty() : tensor<1x96x14x14xf32>
    %171 = linalg.fill ins(%cst : f32) outs(%170 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %172 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%169, %arg97 : tensor<1x384x14x14xf32>, tensor<96x384x1x1xf32>) outs(%171 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %173 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172, %arg98 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%170 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x14x14xf32>
    %174 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%173, %arg99 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%170 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x14x14xf32>
    %175 = tensor.empty() : tensor<1x576x14x14xf32>
    %176 = linalg.fill ins(%cst : f32) outs(%175 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %177 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%174, %arg100 : tensor<1x96x14x14xf32>, tensor<576x96x1x1xf32>) outs(%176 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %178 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%177, %arg101 : tensor<1x576x14x14xf32>, tensor<576x1x1xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x14x14xf32>
    %179 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178, %arg102 : tensor<1x576x14x14xf32>, tensor<576x1x1xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x14x14xf32>
    %180 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%179, %cst_1 : tensor<1x576x14x14xf32>, tensor<f32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x14x14xf32>
    %181 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %180 : tensor<f32>, tensor<1x576x14x14xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x14x14xf32>
    %padded_24 = tensor.pad %181 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x576x14x14xf32> to tensor<1x576x16x16xf32>
    %collapsed_25 = tensor.collapse_shape %arg103 [[0, 1], [2], [3]] : tensor<576x1x3x3xf32> into tensor<576x3x3xf32>
    %182 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_24, %collapsed_25 : tensor<1x576x16x16xf32>, tensor<576x3x3xf32>) outs(%176 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %183 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%182, %arg104 : tensor<1x576x14x14xf32>, tensor<576x1x1xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x14x14xf32>
    %184 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %arg105 : tensor<1x576x14x14xf32>, tensor<576x1x1xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x14x14xf32>
    %185 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%184, %cst_1 : tensor<1x576x14x14xf32>, tensor<f32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x14x14xf32>
    %186 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %185 : tensor<f32>, tensor<1x576x14x14xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x14x14xf32>
    %187 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%186, %arg106 : tensor<1x576x14x14xf32>, tensor<96x576x1x1xf32>) outs(%171 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %188 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%187, %arg107 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%170 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x14x14xf32>
    %189 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%188, %arg108 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%170 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x14x14xf32>
    %190 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174, %189 : tensor<1x96x14x14xf32>, tensor<1x96x14x14xf32>) outs(%170 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x14x14xf32>
    %191 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%190, %arg109 : tensor<1x96x14x14xf32>, tensor<576x96x1x1xf32>) outs(%176 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %192 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%191, %arg110 : tensor<1x576x14x14xf32>, tensor<576x1x1xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x14x14xf32>
    %193 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%192, %arg111 : tensor<1x576x14x14xf32>, tensor<576x1x1xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x14x14xf32>
    %194 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%193, %cst_1 : tensor<1x576x14x14xf32>, tensor<f32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x14x14xf32>
    %195 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %194 : tensor<f32>, tensor<1x576x14x14xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x14x14xf32>
    %padded_26 = tensor.pad %195 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x576x14x14xf32> to tensor<1x576x16x16xf32>
    %collapsed_27 = tensor.collapse_shape %arg112 [[0, 1], [2], [3]] : tensor<576x1x3x3xf32> into tensor<576x3x3xf32>
    %196 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_26, %collapsed_27 : tensor<1x576x16x16xf32>, tensor<576x3x3xf32>) outs(%176 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %197 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%196, %arg113 : tensor<1x576x14x14xf32>, tensor<576x1x1xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x14x14xf32>
    %198 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%197, %arg114 : tensor<1x576x14x14xf32>, tensor<576x1x1xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x14x14xf32>
    %199 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%198, %cst_1 : tensor<1x576x14x14xf32>, tensor<f32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x14x14xf32>
    %200 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %199 : tensor<f32>, tensor<1x576x14x14xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x14x14xf32>
    %201 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%200, %arg115 : tensor<1x576x14x14xf32>, tensor<96x576x1x1xf32>) outs(%171 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %202 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%201, %arg116 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%170 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x14x14xf32>
    %203 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%202, %arg117 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%170 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x14x14xf32>
    %204 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%190, %203 : tensor<1x96x14x14xf32>, tensor<1x96x14x14xf32>) outs(%170 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x96x14x14xf32>
    %205 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%204, %arg118 : tensor<1x96x14x14xf32>, tensor<576x96x1x1xf32>) outs(%176 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %206 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%205, %arg119 : tensor<1x576x14x14xf32>, tensor<576x1x1xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x14x14xf32>
    %207 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%206, %arg120 : tensor<1x576x14x14xf32>, tensor<576x1x1xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x14x14xf32>
    %208 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%207, %cst_1 : tensor<1x576x14x14xf32>, tensor<f32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x14x14xf32>
    %209 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %208 : tensor<f32>, tensor<1x576x14x14xf32>) outs(%175 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x14x14xf32>
    %padded_28 = tensor.pad %209 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x576x14x14xf32> to tensor<1x576x16x16xf32>
    %210 = tensor.empty() : tensor<1x576x7x7xf32>
    %211 = linalg.fill ins(%cst : f32) outs(%210 : tensor<1x576x7x7xf32>) -> tensor<1x576x7x7xf32>
    %collapsed_29 = tensor.collapse_shape %arg121 [[0, 1], [2], [3]] : tensor<576x1x3x3xf32> into tensor<576x3x3xf32>
    %212 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_28, %collapsed_29 : tensor<1x576x16x16xf32>, tensor<576x3x3xf32>) outs(%211 : tensor<1x576x7x7xf32>) -> tensor<1x576x7x7xf32>
    %213 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%212, %arg122 : tensor<1x576x7x7xf32>, tensor<576x1x1xf32>) outs(%210 : tensor<1x576x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x7x7xf32>
    %214 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%213, %arg123 : tensor<1x576x7x7xf32>, tensor<576x1x1xf32>) outs(%210 : tensor<1x576x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x576x7x7xf32>
    %215 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%214, %cst_1 : tensor<1x576x7x7xf32>, tensor<f32>) outs(%210 : tensor<1x576x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x7x7xf32>
    %216 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %215 : tensor<f32>, tensor<1x576x7x7xf32>) outs(%210 : tensor<1x576x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x576x7x7xf32>
    %217 = tensor.empty() : tensor<1x160x7x7xf32>
    %218 = linalg.fill ins(%cst : f32) outs(%217 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %219 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%216, %arg124 : tensor<1x576x7x7xf32>, tensor<160x576x1x1xf32>) outs(%218 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %220 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%219, %arg125 : tensor<1x160x7x7xf32>, tensor<160x1x1xf32>) outs(%217 : tensor<1x160x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x160x7x7xf32>
    %221 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%220, %arg126 : tensor<1x160x7x7xf32>, tensor<160x1x1xf32>) outs(%217 : tensor<1x160x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x160x7x7xf32>
    %222 = tensor.empty() : tensor<1x960x7x7xf32>
    %223 = linalg.fill ins(%cst : f32) outs(%222 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %224 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%221, %arg127 : tensor<1x160x7x7xf32>, tensor<960x160x1x1xf32>) outs(%223 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %225 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%224, %arg128 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %226 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%225, %arg129 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %227 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%226, %cst_1 : tensor<1x960x7x7xf32>, tensor<f32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %228 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %227 : tensor<f32>, tensor<1x960x7x7xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %padded_30 = tensor.pad %228 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x960x7x7xf32> to tensor<1x960x9x9xf32>
    %collapsed_31 = tensor.collapse_shape %arg130 [[0, 1], [2], [3]] : tensor<960x1x3x3xf32> into tensor<960x3x3xf32>
    %229 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_30, %collapsed_31 : tensor<1x960x9x9xf32>, tensor<960x3x3xf32>) outs(%223 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %230 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%229, %arg131 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %231 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%230, %arg132 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %232 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%231, %cst_1 : tensor<1x960x7x7xf32>, tensor<f32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %233 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %232 : tensor<f32>, tensor<1x960x7x7xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %234 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%233, %arg133 : tensor<1x960x7x7xf32>, tensor<160x960x1x1xf32>) outs(%218 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %235 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%234, %arg134 : tensor<1x160x7x7xf32>, tensor<160x1x1xf32>) outs(%217 : tensor<1x160x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x160x7x7xf32>
    %236 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%235, %arg135 : tensor<1x160x7x7xf32>, tensor<160x1x1xf32>) outs(%217 : tensor<1x160x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x160x7x7xf32>
    %237 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%221, %236 : tensor<1x160x7x7xf32>, tensor<1x160x7x7xf32>) outs(%217 : tensor<1x160x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x160x7x7xf32>
    %238 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%237, %arg136 : tensor<1x160x7x7xf32>, tensor<960x160x1x1xf32>) outs(%223 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %239 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%238, %arg137 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %240 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%239, %arg138 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %241 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%240, %cst_1 : tensor<1x960x7x7xf32>, tensor<f32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %242 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %241 : tensor<f32>, tensor<1x960x7x7xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %padded_32 = tensor.pad %242 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x960x7x7xf32> to tensor<1x960x9x9xf32>
    %collapsed_33 = tensor.collapse_shape %arg139 [[0, 1], [2], [3]] : tensor<960x1x3x3xf32> into tensor<960x3x3xf32>
    %243 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_32, %collapsed_33 : tensor<1x960x9x9xf32>, tensor<960x3x3xf32>) outs(%223 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %244 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%243, %arg140 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %245 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%244, %arg141 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %246 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%245, %cst_1 : tensor<1x960x7x7xf32>, tensor<f32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %247 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %246 : tensor<f32>, tensor<1x960x7x7xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %248 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%247, %arg142 : tensor<1x960x7x7xf32>, tensor<160x960x1x1xf32>) outs(%218 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %249 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%248, %arg143 : tensor<1x160x7x7xf32>, tensor<160x1x1xf32>) outs(%217 : tensor<1x160x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x160x7x7xf32>
    %250 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%249, %arg144 : tensor<1x160x7x7xf32>, tensor<160x1x1xf32>) outs(%217 : tensor<1x160x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x160x7x7xf32>
    %251 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%237, %250 : tensor<1x160x7x7xf32>, tensor<1x160x7x7xf32>) outs(%217 : tensor<1x160x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x160x7x7xf32>
    %252 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%251, %arg145 : tensor<1x160x7x7xf32>, tensor<960x160x1x1xf32>) outs(%223 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %253 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%252, %arg146 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %254 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%253, %arg147 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %255 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%254, %cst_1 : tensor<1x960x7x7xf32>, tensor<f32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %256 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %255 : tensor<f32>, tensor<1x960x7x7xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %padded_34 = tensor.pad %256 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg159: index, %arg160: index, %arg161: index, %arg162: index):
      tensor.yield %cst : f32
    } : tensor<1x960x7x7xf32> to tensor<1x960x9x9xf32>
    %collapsed_35 = tensor.collapse_shape %arg148 [[0, 1], [2], [3]] : tensor<960x1x3x3xf32> into tensor<960x3x3xf32>
    %257 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_34, %collapsed_35 : tensor<1x960x9x9xf32>, tensor<960x3x3xf32>) outs(%223 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %258 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%257, %arg149 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %259 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%258, %arg150 : tensor<1x960x7x7xf32>, tensor<960x1x1xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x960x7x7xf32>
    %260 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%259, %cst_1 : tensor<1x960x7x7xf32>, tensor<f32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %261 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %260 : tensor<f32>, tensor<1x960x7x7xf32>) outs(%222 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x960x7x7xf32>
    %262 = tensor.empty() : tensor<1x320x7x7xf32>
    %263 = linalg.fill ins(%cst : f32) outs(%262 : tensor<1x320x7x7xf32>) -> tensor<1x320x7x7xf32>
    %264 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%261, %arg151 : tensor<1x960x7x7xf32>, tensor<320x960x1x1xf32>) outs(%263 : tensor<1x320x7x7xf32>) -> tensor<1x320x7x7xf32>
    %265 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%264, %arg152 : tensor<1x320x7x7xf32>, tensor<320x1x1xf32>) outs(%262 : tensor<1x320x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x320x7x7xf32>
    %266 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%265, %arg153 : tensor<1x320x7x7xf32>, tensor<320x1x1xf32>) outs(%262 : tensor<1x320x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x320x7x7xf32>
    %267 = tensor.empty() : tensor<1x1280x7x7xf32>
    %268 = linalg.fill ins(%cst : f32) outs(%267 : tensor<1x1280x7x7xf32>) -> tensor<1x1280x7x7xf32>
    %269 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%266, %arg154 : tensor<1x320x7x7xf32>, tensor<1280x320x1x1xf32>) outs(%268 : tensor<1x1280x7x7xf32>) -> tensor<1x1280x7x7xf32>
    %270 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%269, %arg155 : tensor<1x1280x7x7xf32>, tensor<1280x1x1xf32>) outs(%267 : tensor<1x1280x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.mulf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x1280x7x7xf32>
    %271 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%270, %arg156 : tensor<1x1280x7x7xf32>, tensor<1280x1x1xf32>) outs(%267 : tensor<1x1280x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x1280x7x7xf32>
    %272 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%271, %cst_1 : tensor<1x1280x7x7xf32>, tensor<f32>) outs(%267 : tensor<1x1280x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf ogt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x1280x7x7xf32>
    %273 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %272 : tensor<f32>, tensor<1x1280x7x7xf32>) outs(%267 : tensor<1x1280x7x7xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.cmpf olt, %in, %in_37 : f32
      %283 = arith.select %282, %in, %in_37 : f32
      linalg.yield %283 : f32
    } -> tensor<1x1280x7x7xf32>
    %274 = tensor.empty() : tensor<1x1280x1x1xf32>
    %275 = linalg.fill ins(%cst : f32) outs(%274 : tensor<1x1280x1x1xf32>) -> tensor<1x1280x1x1xf32>
    %276 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%273 : tensor<1x1280x7x7xf32>) outs(%275 : tensor<1x1280x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %282 = arith.addf %in, %out : f32
      linalg.yield %282 : f32
    } -> tensor<1x1280x1x1xf32>
    %277 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%276 : tensor<1x1280x1x1xf32>) outs(%274 : tensor<1x1280x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %282 = arith.divf %in, %cst_2 : f32
      linalg.yield %282 : f32
    } -> tensor<1x1280x1x1xf32>
    %collapsed_36 = tensor.collapse_shape %277 [[0], [1, 2, 3]] : tensor<1x1280x1x1xf32> into tensor<1x1280xf32>
    %278 = tensor.empty() : tensor<1x1000xf32>
    %279 = linalg.fill ins(%cst : f32) outs(%278 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %280 = linalg.matmul ins(%collapsed_36, %arg157 : tensor<1x1280xf32>, tensor<1280x1000xf32>) outs(%279 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %281 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%280, %arg158 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%278 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %282 = arith.addf %in, %in_37 : f32
      linalg.yield %282 : f32
    } -> tensor<1x1000xf32>
    return %281 : tensor<1x1000xf32>
  }
}
// -----
// mobilenet_v2.op1
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x3x224x224xf32>, %arg1: memref<32x3x3x3xf32>, %arg2: memref<32x1x1xf32>, %arg3: memref<32x1x1xf32>, %arg4: memref<1x32x112x112xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x3x224x224xf32> to tensor<1x3x224x224xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<32x3x3x3xf32> to tensor<32x3x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<32x1x1xf32> to tensor<32x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<32x1x1xf32> to tensor<32x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x32x112x112xf32> to tensor<1x32x112x112xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x3x224x224xf32> to tensor<1x3x226x226xf32>
    %5 = tensor.empty() : tensor<1x32x112x112xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<2> : vector<2xi64>} ins(%padded, %1 : tensor<1x3x226x226xf32>, tensor<32x3x3x3xf32>) outs(%6 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x32x112x112xf32>, tensor<32x1x1xf32>, tensor<32x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x32x112x112xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x32x112x112xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x32x112x112xf32>, memref<1x32x112x112xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op3
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x32x112x112xf32>, %arg1: memref<32x1x3x3xf32>, %arg2: memref<32x1x1xf32>, %arg3: memref<32x1x1xf32>, %arg4: memref<1x32x112x112xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x32x112x112xf32> to tensor<1x32x112x112xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<32x1x3x3xf32> to tensor<32x1x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<32x1x1xf32> to tensor<32x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<32x1x1xf32> to tensor<32x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x32x112x112xf32> to tensor<1x32x112x112xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x32x112x112xf32> to tensor<1x32x114x114xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<32x1x3x3xf32> into tensor<32x3x3xf32>
    %5 = tensor.empty() : tensor<1x32x112x112xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x32x114x114xf32>, tensor<32x3x3xf32>) outs(%6 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x32x112x112xf32>, tensor<32x1x1xf32>, tensor<32x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x32x112x112xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x32x112x112xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x32x112x112xf32>, memref<1x32x112x112xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op5
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x32x112x112xf32>, %arg1: memref<16x32x1x1xf32>, %arg2: memref<16x1x1xf32>, %arg3: memref<16x1x1xf32>, %arg4: memref<1x16x112x112xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x32x112x112xf32> to tensor<1x32x112x112xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<16x32x1x1xf32> to tensor<16x32x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<16x1x1xf32> to tensor<16x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<16x1x1xf32> to tensor<16x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x16x112x112xf32> to tensor<1x16x112x112xf32>
    %5 = tensor.empty() : tensor<1x16x112x112xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x16x112x112xf32>) -> tensor<1x16x112x112xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x32x112x112xf32>, tensor<16x32x1x1xf32>) outs(%6 : tensor<1x16x112x112xf32>) -> tensor<1x16x112x112xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x16x112x112xf32>, tensor<16x1x1xf32>, tensor<16x1x1xf32>) outs(%4 : tensor<1x16x112x112xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<1x16x112x112xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x16x112x112xf32>, memref<1x16x112x112xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op7
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x16x112x112xf32>, %arg1: memref<96x16x1x1xf32>, %arg2: memref<96x1x1xf32>, %arg3: memref<96x1x1xf32>, %arg4: memref<1x96x112x112xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x16x112x112xf32> to tensor<1x16x112x112xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<96x16x1x1xf32> to tensor<96x16x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<96x1x1xf32> to tensor<96x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<96x1x1xf32> to tensor<96x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x96x112x112xf32> to tensor<1x96x112x112xf32>
    %5 = tensor.empty() : tensor<1x96x112x112xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x96x112x112xf32>) -> tensor<1x96x112x112xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x16x112x112xf32>, tensor<96x16x1x1xf32>) outs(%6 : tensor<1x96x112x112xf32>) -> tensor<1x96x112x112xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x96x112x112xf32>, tensor<96x1x1xf32>, tensor<96x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x96x112x112xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x96x112x112xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x96x112x112xf32>, memref<1x96x112x112xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op9
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x96x112x112xf32>, %arg1: memref<96x1x3x3xf32>, %arg2: memref<96x1x1xf32>, %arg3: memref<96x1x1xf32>, %arg4: memref<1x96x56x56xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x96x112x112xf32> to tensor<1x96x112x112xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<96x1x3x3xf32> to tensor<96x1x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<96x1x1xf32> to tensor<96x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<96x1x1xf32> to tensor<96x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x96x56x56xf32> to tensor<1x96x56x56xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x96x112x112xf32> to tensor<1x96x114x114xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<96x1x3x3xf32> into tensor<96x3x3xf32>
    %5 = tensor.empty() : tensor<1x96x56x56xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x96x56x56xf32>) -> tensor<1x96x56x56xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<2> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x96x114x114xf32>, tensor<96x3x3xf32>) outs(%6 : tensor<1x96x56x56xf32>) -> tensor<1x96x56x56xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x96x56x56xf32>, tensor<96x1x1xf32>, tensor<96x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x96x56x56xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x96x56x56xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x96x56x56xf32>, memref<1x96x56x56xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op11
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x96x56x56xf32>, %arg1: memref<24x96x1x1xf32>, %arg2: memref<24x1x1xf32>, %arg3: memref<24x1x1xf32>, %arg4: memref<1x24x56x56xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x96x56x56xf32> to tensor<1x96x56x56xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<24x96x1x1xf32> to tensor<24x96x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<24x1x1xf32> to tensor<24x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<24x1x1xf32> to tensor<24x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x24x56x56xf32> to tensor<1x24x56x56xf32>
    %5 = tensor.empty() : tensor<1x24x56x56xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x96x56x56xf32>, tensor<24x96x1x1xf32>) outs(%6 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>, tensor<24x1x1xf32>) outs(%4 : tensor<1x24x56x56xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<1x24x56x56xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x24x56x56xf32>, memref<1x24x56x56xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op13
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x24x56x56xf32>, %arg1: memref<144x24x1x1xf32>, %arg2: memref<144x1x1xf32>, %arg3: memref<144x1x1xf32>, %arg4: memref<1x144x56x56xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x24x56x56xf32> to tensor<1x24x56x56xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<144x24x1x1xf32> to tensor<144x24x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<144x1x1xf32> to tensor<144x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<144x1x1xf32> to tensor<144x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x144x56x56xf32> to tensor<1x144x56x56xf32>
    %5 = tensor.empty() : tensor<1x144x56x56xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x24x56x56xf32>, tensor<144x24x1x1xf32>) outs(%6 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x144x56x56xf32>, tensor<144x1x1xf32>, tensor<144x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x144x56x56xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x144x56x56xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x144x56x56xf32>, memref<1x144x56x56xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op15
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x144x56x56xf32>, %arg1: memref<144x1x3x3xf32>, %arg2: memref<144x1x1xf32>, %arg3: memref<144x1x1xf32>, %arg4: memref<1x144x56x56xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x144x56x56xf32> to tensor<1x144x56x56xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<144x1x3x3xf32> to tensor<144x1x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<144x1x1xf32> to tensor<144x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<144x1x1xf32> to tensor<144x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x144x56x56xf32> to tensor<1x144x56x56xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x144x56x56xf32> to tensor<1x144x58x58xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<144x1x3x3xf32> into tensor<144x3x3xf32>
    %5 = tensor.empty() : tensor<1x144x56x56xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x144x58x58xf32>, tensor<144x3x3xf32>) outs(%6 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x144x56x56xf32>, tensor<144x1x1xf32>, tensor<144x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x144x56x56xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x144x56x56xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x144x56x56xf32>, memref<1x144x56x56xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op17
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x144x56x56xf32>, %arg1: memref<24x144x1x1xf32>, %arg2: memref<1x24x56x56xf32>, %arg3: memref<24x1x1xf32>, %arg4: memref<24x1x1xf32>, %arg5: memref<1x24x56x56xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x144x56x56xf32> to tensor<1x144x56x56xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<24x144x1x1xf32> to tensor<24x144x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1x24x56x56xf32> to tensor<1x24x56x56xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<24x1x1xf32> to tensor<24x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<24x1x1xf32> to tensor<24x1x1xf32>
    %5 = bufferization.to_tensor %arg5 restrict writable : memref<1x24x56x56xf32> to tensor<1x24x56x56xf32>
    %6 = tensor.empty() : tensor<1x24x56x56xf32>
    %7 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%6 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x144x56x56xf32>, tensor<24x144x1x1xf32>) outs(%7 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %8, %3, %4 : tensor<1x24x56x56xf32>, tensor<1x24x56x56xf32>, tensor<24x1x1xf32>, tensor<24x1x1xf32>) outs(%5 : tensor<1x24x56x56xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32):
      %10 = arith.mulf %in_0, %in_1 : f32
      %11 = arith.addf %10, %in_2 : f32
      %12 = arith.addf %in, %11 : f32
      linalg.yield %12 : f32
    } -> tensor<1x24x56x56xf32>
    bufferization.materialize_in_destination %9 in restrict writable %arg5 : (tensor<1x24x56x56xf32>, memref<1x24x56x56xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op21
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x144x56x56xf32>, %arg1: memref<144x1x3x3xf32>, %arg2: memref<144x1x1xf32>, %arg3: memref<144x1x1xf32>, %arg4: memref<1x144x28x28xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x144x56x56xf32> to tensor<1x144x56x56xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<144x1x3x3xf32> to tensor<144x1x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<144x1x1xf32> to tensor<144x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<144x1x1xf32> to tensor<144x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x144x28x28xf32> to tensor<1x144x28x28xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x144x56x56xf32> to tensor<1x144x58x58xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<144x1x3x3xf32> into tensor<144x3x3xf32>
    %5 = tensor.empty() : tensor<1x144x28x28xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x144x28x28xf32>) -> tensor<1x144x28x28xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<2> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x144x58x58xf32>, tensor<144x3x3xf32>) outs(%6 : tensor<1x144x28x28xf32>) -> tensor<1x144x28x28xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x144x28x28xf32>, tensor<144x1x1xf32>, tensor<144x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x144x28x28xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x144x28x28xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x144x28x28xf32>, memref<1x144x28x28xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op23
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x144x28x28xf32>, %arg1: memref<32x144x1x1xf32>, %arg2: memref<32x1x1xf32>, %arg3: memref<32x1x1xf32>, %arg4: memref<1x32x28x28xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x144x28x28xf32> to tensor<1x144x28x28xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<32x144x1x1xf32> to tensor<32x144x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<32x1x1xf32> to tensor<32x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<32x1x1xf32> to tensor<32x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x32x28x28xf32> to tensor<1x32x28x28xf32>
    %5 = tensor.empty() : tensor<1x32x28x28xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x144x28x28xf32>, tensor<32x144x1x1xf32>) outs(%6 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x32x28x28xf32>, tensor<32x1x1xf32>, tensor<32x1x1xf32>) outs(%4 : tensor<1x32x28x28xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<1x32x28x28xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x32x28x28xf32>, memref<1x32x28x28xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op25
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x32x28x28xf32>, %arg1: memref<192x32x1x1xf32>, %arg2: memref<192x1x1xf32>, %arg3: memref<192x1x1xf32>, %arg4: memref<1x192x28x28xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x32x28x28xf32> to tensor<1x32x28x28xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<192x32x1x1xf32> to tensor<192x32x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<192x1x1xf32> to tensor<192x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<192x1x1xf32> to tensor<192x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x192x28x28xf32> to tensor<1x192x28x28xf32>
    %5 = tensor.empty() : tensor<1x192x28x28xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x32x28x28xf32>, tensor<192x32x1x1xf32>) outs(%6 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x192x28x28xf32>, tensor<192x1x1xf32>, tensor<192x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x192x28x28xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x192x28x28xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x192x28x28xf32>, memref<1x192x28x28xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op27
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x192x28x28xf32>, %arg1: memref<192x1x3x3xf32>, %arg2: memref<192x1x1xf32>, %arg3: memref<192x1x1xf32>, %arg4: memref<1x192x28x28xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x192x28x28xf32> to tensor<1x192x28x28xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<192x1x3x3xf32> to tensor<192x1x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<192x1x1xf32> to tensor<192x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<192x1x1xf32> to tensor<192x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x192x28x28xf32> to tensor<1x192x28x28xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x192x28x28xf32> to tensor<1x192x30x30xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<192x1x3x3xf32> into tensor<192x3x3xf32>
    %5 = tensor.empty() : tensor<1x192x28x28xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x192x30x30xf32>, tensor<192x3x3xf32>) outs(%6 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x192x28x28xf32>, tensor<192x1x1xf32>, tensor<192x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x192x28x28xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x192x28x28xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x192x28x28xf32>, memref<1x192x28x28xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op29
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x192x28x28xf32>, %arg1: memref<32x192x1x1xf32>, %arg2: memref<1x32x28x28xf32>, %arg3: memref<32x1x1xf32>, %arg4: memref<32x1x1xf32>, %arg5: memref<1x32x28x28xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x192x28x28xf32> to tensor<1x192x28x28xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<32x192x1x1xf32> to tensor<32x192x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1x32x28x28xf32> to tensor<1x32x28x28xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<32x1x1xf32> to tensor<32x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<32x1x1xf32> to tensor<32x1x1xf32>
    %5 = bufferization.to_tensor %arg5 restrict writable : memref<1x32x28x28xf32> to tensor<1x32x28x28xf32>
    %6 = tensor.empty() : tensor<1x32x28x28xf32>
    %7 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%6 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x192x28x28xf32>, tensor<32x192x1x1xf32>) outs(%7 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %8, %3, %4 : tensor<1x32x28x28xf32>, tensor<1x32x28x28xf32>, tensor<32x1x1xf32>, tensor<32x1x1xf32>) outs(%5 : tensor<1x32x28x28xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32):
      %10 = arith.mulf %in_0, %in_1 : f32
      %11 = arith.addf %10, %in_2 : f32
      %12 = arith.addf %in, %11 : f32
      linalg.yield %12 : f32
    } -> tensor<1x32x28x28xf32>
    bufferization.materialize_in_destination %9 in restrict writable %arg5 : (tensor<1x32x28x28xf32>, memref<1x32x28x28xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op39
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x192x28x28xf32>, %arg1: memref<192x1x3x3xf32>, %arg2: memref<192x1x1xf32>, %arg3: memref<192x1x1xf32>, %arg4: memref<1x192x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x192x28x28xf32> to tensor<1x192x28x28xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<192x1x3x3xf32> to tensor<192x1x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<192x1x1xf32> to tensor<192x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<192x1x1xf32> to tensor<192x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x192x14x14xf32> to tensor<1x192x14x14xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x192x28x28xf32> to tensor<1x192x30x30xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<192x1x3x3xf32> into tensor<192x3x3xf32>
    %5 = tensor.empty() : tensor<1x192x14x14xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x192x14x14xf32>) -> tensor<1x192x14x14xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<2> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x192x30x30xf32>, tensor<192x3x3xf32>) outs(%6 : tensor<1x192x14x14xf32>) -> tensor<1x192x14x14xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x192x14x14xf32>, tensor<192x1x1xf32>, tensor<192x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x192x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x192x14x14xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x192x14x14xf32>, memref<1x192x14x14xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op41
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x192x14x14xf32>, %arg1: memref<64x192x1x1xf32>, %arg2: memref<64x1x1xf32>, %arg3: memref<64x1x1xf32>, %arg4: memref<1x64x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x192x14x14xf32> to tensor<1x192x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x192x1x1xf32> to tensor<64x192x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x64x14x14xf32> to tensor<1x64x14x14xf32>
    %5 = tensor.empty() : tensor<1x64x14x14xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x192x14x14xf32>, tensor<64x192x1x1xf32>) outs(%6 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>, tensor<64x1x1xf32>) outs(%4 : tensor<1x64x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<1x64x14x14xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x64x14x14xf32>, memref<1x64x14x14xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op43
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x64x14x14xf32>, %arg1: memref<384x64x1x1xf32>, %arg2: memref<384x1x1xf32>, %arg3: memref<384x1x1xf32>, %arg4: memref<1x384x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x64x14x14xf32> to tensor<1x64x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<384x64x1x1xf32> to tensor<384x64x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<384x1x1xf32> to tensor<384x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<384x1x1xf32> to tensor<384x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x384x14x14xf32> to tensor<1x384x14x14xf32>
    %5 = tensor.empty() : tensor<1x384x14x14xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x64x14x14xf32>, tensor<384x64x1x1xf32>) outs(%6 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x384x14x14xf32>, tensor<384x1x1xf32>, tensor<384x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x384x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x384x14x14xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x384x14x14xf32>, memref<1x384x14x14xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op45
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x384x14x14xf32>, %arg1: memref<384x1x3x3xf32>, %arg2: memref<384x1x1xf32>, %arg3: memref<384x1x1xf32>, %arg4: memref<1x384x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x384x14x14xf32> to tensor<1x384x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<384x1x3x3xf32> to tensor<384x1x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<384x1x1xf32> to tensor<384x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<384x1x1xf32> to tensor<384x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x384x14x14xf32> to tensor<1x384x14x14xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x384x14x14xf32> to tensor<1x384x16x16xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<384x1x3x3xf32> into tensor<384x3x3xf32>
    %5 = tensor.empty() : tensor<1x384x14x14xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x384x16x16xf32>, tensor<384x3x3xf32>) outs(%6 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x384x14x14xf32>, tensor<384x1x1xf32>, tensor<384x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x384x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x384x14x14xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x384x14x14xf32>, memref<1x384x14x14xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op47
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x384x14x14xf32>, %arg1: memref<64x384x1x1xf32>, %arg2: memref<1x64x14x14xf32>, %arg3: memref<64x1x1xf32>, %arg4: memref<64x1x1xf32>, %arg5: memref<1x64x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x384x14x14xf32> to tensor<1x384x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x384x1x1xf32> to tensor<64x384x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1x64x14x14xf32> to tensor<1x64x14x14xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %5 = bufferization.to_tensor %arg5 restrict writable : memref<1x64x14x14xf32> to tensor<1x64x14x14xf32>
    %6 = tensor.empty() : tensor<1x64x14x14xf32>
    %7 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%6 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x384x14x14xf32>, tensor<64x384x1x1xf32>) outs(%7 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %8, %3, %4 : tensor<1x64x14x14xf32>, tensor<1x64x14x14xf32>, tensor<64x1x1xf32>, tensor<64x1x1xf32>) outs(%5 : tensor<1x64x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32):
      %10 = arith.mulf %in_0, %in_1 : f32
      %11 = arith.addf %10, %in_2 : f32
      %12 = arith.addf %in, %11 : f32
      linalg.yield %12 : f32
    } -> tensor<1x64x14x14xf32>
    bufferization.materialize_in_destination %9 in restrict writable %arg5 : (tensor<1x64x14x14xf32>, memref<1x64x14x14xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op65
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x384x14x14xf32>, %arg1: memref<96x384x1x1xf32>, %arg2: memref<96x1x1xf32>, %arg3: memref<96x1x1xf32>, %arg4: memref<1x96x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x384x14x14xf32> to tensor<1x384x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<96x384x1x1xf32> to tensor<96x384x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<96x1x1xf32> to tensor<96x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<96x1x1xf32> to tensor<96x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x96x14x14xf32> to tensor<1x96x14x14xf32>
    %5 = tensor.empty() : tensor<1x96x14x14xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x384x14x14xf32>, tensor<96x384x1x1xf32>) outs(%6 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>, tensor<96x1x1xf32>) outs(%4 : tensor<1x96x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<1x96x14x14xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x96x14x14xf32>, memref<1x96x14x14xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op67
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x96x14x14xf32>, %arg1: memref<576x96x1x1xf32>, %arg2: memref<576x1x1xf32>, %arg3: memref<576x1x1xf32>, %arg4: memref<1x576x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x96x14x14xf32> to tensor<1x96x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x96x1x1xf32> to tensor<576x96x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<576x1x1xf32> to tensor<576x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<576x1x1xf32> to tensor<576x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x576x14x14xf32> to tensor<1x576x14x14xf32>
    %5 = tensor.empty() : tensor<1x576x14x14xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x96x14x14xf32>, tensor<576x96x1x1xf32>) outs(%6 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x576x14x14xf32>, tensor<576x1x1xf32>, tensor<576x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x576x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x576x14x14xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x576x14x14xf32>, memref<1x576x14x14xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op69
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x576x14x14xf32>, %arg1: memref<576x1x3x3xf32>, %arg2: memref<576x1x1xf32>, %arg3: memref<576x1x1xf32>, %arg4: memref<1x576x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x576x14x14xf32> to tensor<1x576x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x1x3x3xf32> to tensor<576x1x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<576x1x1xf32> to tensor<576x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<576x1x1xf32> to tensor<576x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x576x14x14xf32> to tensor<1x576x14x14xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x576x14x14xf32> to tensor<1x576x16x16xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<576x1x3x3xf32> into tensor<576x3x3xf32>
    %5 = tensor.empty() : tensor<1x576x14x14xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x576x16x16xf32>, tensor<576x3x3xf32>) outs(%6 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x576x14x14xf32>, tensor<576x1x1xf32>, tensor<576x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x576x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x576x14x14xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x576x14x14xf32>, memref<1x576x14x14xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op71
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x576x14x14xf32>, %arg1: memref<96x576x1x1xf32>, %arg2: memref<1x96x14x14xf32>, %arg3: memref<96x1x1xf32>, %arg4: memref<96x1x1xf32>, %arg5: memref<1x96x14x14xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x576x14x14xf32> to tensor<1x576x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<96x576x1x1xf32> to tensor<96x576x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1x96x14x14xf32> to tensor<1x96x14x14xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<96x1x1xf32> to tensor<96x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<96x1x1xf32> to tensor<96x1x1xf32>
    %5 = bufferization.to_tensor %arg5 restrict writable : memref<1x96x14x14xf32> to tensor<1x96x14x14xf32>
    %6 = tensor.empty() : tensor<1x96x14x14xf32>
    %7 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%6 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x576x14x14xf32>, tensor<96x576x1x1xf32>) outs(%7 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %8, %3, %4 : tensor<1x96x14x14xf32>, tensor<1x96x14x14xf32>, tensor<96x1x1xf32>, tensor<96x1x1xf32>) outs(%5 : tensor<1x96x14x14xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32):
      %10 = arith.mulf %in_0, %in_1 : f32
      %11 = arith.addf %10, %in_2 : f32
      %12 = arith.addf %in, %11 : f32
      linalg.yield %12 : f32
    } -> tensor<1x96x14x14xf32>
    bufferization.materialize_in_destination %9 in restrict writable %arg5 : (tensor<1x96x14x14xf32>, memref<1x96x14x14xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op81
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x576x14x14xf32>, %arg1: memref<576x1x3x3xf32>, %arg2: memref<576x1x1xf32>, %arg3: memref<576x1x1xf32>, %arg4: memref<1x576x7x7xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x576x14x14xf32> to tensor<1x576x14x14xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<576x1x3x3xf32> to tensor<576x1x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<576x1x1xf32> to tensor<576x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<576x1x1xf32> to tensor<576x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x576x7x7xf32> to tensor<1x576x7x7xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x576x14x14xf32> to tensor<1x576x16x16xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<576x1x3x3xf32> into tensor<576x3x3xf32>
    %5 = tensor.empty() : tensor<1x576x7x7xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x576x7x7xf32>) -> tensor<1x576x7x7xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<2> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x576x16x16xf32>, tensor<576x3x3xf32>) outs(%6 : tensor<1x576x7x7xf32>) -> tensor<1x576x7x7xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x576x7x7xf32>, tensor<576x1x1xf32>, tensor<576x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x576x7x7xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x576x7x7xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x576x7x7xf32>, memref<1x576x7x7xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op83
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x576x7x7xf32>, %arg1: memref<160x576x1x1xf32>, %arg2: memref<160x1x1xf32>, %arg3: memref<160x1x1xf32>, %arg4: memref<1x160x7x7xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x576x7x7xf32> to tensor<1x576x7x7xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<160x576x1x1xf32> to tensor<160x576x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<160x1x1xf32> to tensor<160x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<160x1x1xf32> to tensor<160x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x160x7x7xf32> to tensor<1x160x7x7xf32>
    %5 = tensor.empty() : tensor<1x160x7x7xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x576x7x7xf32>, tensor<160x576x1x1xf32>) outs(%6 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x160x7x7xf32>, tensor<160x1x1xf32>, tensor<160x1x1xf32>) outs(%4 : tensor<1x160x7x7xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<1x160x7x7xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x160x7x7xf32>, memref<1x160x7x7xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op85
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x160x7x7xf32>, %arg1: memref<960x160x1x1xf32>, %arg2: memref<960x1x1xf32>, %arg3: memref<960x1x1xf32>, %arg4: memref<1x960x7x7xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x160x7x7xf32> to tensor<1x160x7x7xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<960x160x1x1xf32> to tensor<960x160x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<960x1x1xf32> to tensor<960x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<960x1x1xf32> to tensor<960x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x960x7x7xf32> to tensor<1x960x7x7xf32>
    %5 = tensor.empty() : tensor<1x960x7x7xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x160x7x7xf32>, tensor<960x160x1x1xf32>) outs(%6 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x960x7x7xf32>, tensor<960x1x1xf32>, tensor<960x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x960x7x7xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x960x7x7xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x960x7x7xf32>, memref<1x960x7x7xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op87
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x960x7x7xf32>, %arg1: memref<960x1x3x3xf32>, %arg2: memref<960x1x1xf32>, %arg3: memref<960x1x1xf32>, %arg4: memref<1x960x7x7xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x960x7x7xf32> to tensor<1x960x7x7xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<960x1x3x3xf32> to tensor<960x1x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<960x1x1xf32> to tensor<960x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<960x1x1xf32> to tensor<960x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x960x7x7xf32> to tensor<1x960x7x7xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x960x7x7xf32> to tensor<1x960x9x9xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<960x1x3x3xf32> into tensor<960x3x3xf32>
    %5 = tensor.empty() : tensor<1x960x7x7xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %7 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x960x9x9xf32>, tensor<960x3x3xf32>) outs(%6 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %7, %2, %3, %cst_1 : tensor<f32>, tensor<1x960x7x7xf32>, tensor<960x1x1xf32>, tensor<960x1x1xf32>, tensor<f32>) outs(%4 : tensor<1x960x7x7xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %in_4: f32, %in_5: f32, %out: f32):
      %9 = arith.mulf %in_2, %in_3 : f32
      %10 = arith.addf %9, %in_4 : f32
      %11 = arith.cmpf ogt, %10, %in_5 : f32
      %12 = arith.select %11, %10, %in_5 : f32
      %13 = arith.cmpf olt, %in, %12 : f32
      %14 = arith.select %13, %in, %12 : f32
      linalg.yield %14 : f32
    } -> tensor<1x960x7x7xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x960x7x7xf32>, memref<1x960x7x7xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op89
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x960x7x7xf32>, %arg1: memref<160x960x1x1xf32>, %arg2: memref<1x160x7x7xf32>, %arg3: memref<160x1x1xf32>, %arg4: memref<160x1x1xf32>, %arg5: memref<1x160x7x7xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x960x7x7xf32> to tensor<1x960x7x7xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<160x960x1x1xf32> to tensor<160x960x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1x160x7x7xf32> to tensor<1x160x7x7xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<160x1x1xf32> to tensor<160x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<160x1x1xf32> to tensor<160x1x1xf32>
    %5 = bufferization.to_tensor %arg5 restrict writable : memref<1x160x7x7xf32> to tensor<1x160x7x7xf32>
    %6 = tensor.empty() : tensor<1x160x7x7xf32>
    %7 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%6 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x960x7x7xf32>, tensor<160x960x1x1xf32>) outs(%7 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %8, %3, %4 : tensor<1x160x7x7xf32>, tensor<1x160x7x7xf32>, tensor<160x1x1xf32>, tensor<160x1x1xf32>) outs(%5 : tensor<1x160x7x7xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32):
      %10 = arith.mulf %in_0, %in_1 : f32
      %11 = arith.addf %10, %in_2 : f32
      %12 = arith.addf %in, %11 : f32
      linalg.yield %12 : f32
    } -> tensor<1x160x7x7xf32>
    bufferization.materialize_in_destination %9 in restrict writable %arg5 : (tensor<1x160x7x7xf32>, memref<1x160x7x7xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op101
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x960x7x7xf32>, %arg1: memref<320x960x1x1xf32>, %arg2: memref<320x1x1xf32>, %arg3: memref<320x1x1xf32>, %arg4: memref<1x320x7x7xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x960x7x7xf32> to tensor<1x960x7x7xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<320x960x1x1xf32> to tensor<320x960x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<320x1x1xf32> to tensor<320x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<320x1x1xf32> to tensor<320x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x320x7x7xf32> to tensor<1x320x7x7xf32>
    %5 = tensor.empty() : tensor<1x320x7x7xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x320x7x7xf32>) -> tensor<1x320x7x7xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x960x7x7xf32>, tensor<320x960x1x1xf32>) outs(%6 : tensor<1x320x7x7xf32>) -> tensor<1x320x7x7xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x320x7x7xf32>, tensor<320x1x1xf32>, tensor<320x1x1xf32>) outs(%4 : tensor<1x320x7x7xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<1x320x7x7xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x320x7x7xf32>, memref<1x320x7x7xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op102
module {
  func.func @payload(%arg0: memref<1x320x7x7xf32>, %arg1: memref<1280x320x1x1xf32>, %arg2: memref<1x1280x7x7xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x320x7x7xf32> to tensor<1x320x7x7xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<1280x320x1x1xf32> to tensor<1280x320x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<1x1280x7x7xf32> to tensor<1x1280x7x7xf32>
    %3 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%2 : tensor<1x1280x7x7xf32>) -> tensor<1x1280x7x7xf32>
    %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x320x7x7xf32>, tensor<1280x320x1x1xf32>) outs(%3 : tensor<1x1280x7x7xf32>) -> tensor<1x1280x7x7xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<1x1280x7x7xf32>, memref<1x1280x7x7xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op104
#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @payload(%arg0: memref<1x1280x7x7xf32>, %arg1: memref<1280x1x1xf32>, %arg2: memref<1280x1x1xf32>, %arg3: memref<1x1280xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 4.900000e+01 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x1280x7x7xf32> to tensor<1x1280x7x7xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<1280x1x1xf32> to tensor<1280x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1280x1x1xf32> to tensor<1280x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<1x1280xf32> to tensor<1x1280xf32>
    %4 = tensor.empty() : tensor<1x1280xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<1x1280xf32>) -> tensor<1x1280xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%cst_0, %0, %1, %2, %cst_1 : tensor<f32>, tensor<1x1280x7x7xf32>, tensor<1280x1x1xf32>, tensor<1280x1x1xf32>, tensor<f32>) outs(%5 : tensor<1x1280xf32>) attrs =  {mlirgym.op = "op0"} {
    ^bb0(%in: f32, %in_3: f32, %in_4: f32, %in_5: f32, %in_6: f32, %out: f32):
      %8 = arith.mulf %in_3, %in_4 : f32
      %9 = arith.addf %8, %in_5 : f32
      %10 = arith.cmpf ogt, %9, %in_6 : f32
      %11 = arith.select %10, %9, %in_6 : f32
      %12 = arith.cmpf olt, %in, %11 : f32
      %13 = arith.select %12, %in, %11 : f32
      %14 = arith.addf %13, %out : f32
      linalg.yield %14 : f32
    } -> tensor<1x1280xf32>
    %7 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1x1280xf32>) outs(%3 : tensor<1x1280xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.divf %in, %cst_2 : f32
      linalg.yield %8 : f32
    } -> tensor<1x1280xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<1x1280xf32>, memref<1x1280xf32>) -> ()
    return
  }
}
// -----
// mobilenet_v2.op106
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @payload(%arg0: memref<1x1280xf32>, %arg1: memref<1280x1000xf32>, %arg2: memref<1000xf32>, %arg3: memref<1x1000xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x1280xf32> to tensor<1x1280xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<1280x1000xf32> to tensor<1280x1000xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1000xf32> to tensor<1000xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<1x1000xf32> to tensor<1x1000xf32>
    %4 = tensor.empty() : tensor<1x1000xf32>
    %5 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%4 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %6 = linalg.matmul {mlirgym.op = "op0"} ins(%0, %1 : tensor<1x1280xf32>, tensor<1280x1000xf32>) outs(%5 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %2 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%3 : tensor<1x1000xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<1x1000xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<1x1000xf32>, memref<1x1000xf32>) -> ()
    return
  }
}
