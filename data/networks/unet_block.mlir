// unet_block
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
module {
  func.func @unet_block(%arg0: tensor<1x64x64x64xf32>, %arg1: tensor<64x64x3x3xf32>, %arg2: tensor<64x1x1xf32>, %arg3: tensor<64x1x1xf32>, %arg4: tensor<128x64x3x3xf32>, %arg5: tensor<128x1x1xf32>, %arg6: tensor<128x1x1xf32>, %arg7: tensor<64x128x1x1xf32>, %arg8: tensor<64x1x1xf32>, %arg9: tensor<64x1x1xf32>, %arg10: tensor<64x128x3x3xf32>, %arg11: tensor<64x1x1xf32>, %arg12: tensor<64x1x1xf32>) -> tensor<1x64x64x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f32
    } : tensor<1x64x64x64xf32> to tensor<1x64x66x66xf32>
    %0 = tensor.empty() : tensor<1x64x64x64xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x64x64x64xf32>) -> tensor<1x64x64x64xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x64x66x66xf32>, tensor<64x64x3x3xf32>) outs(%1 : tensor<1x64x64x64xf32>) -> tensor<1x64x64x64xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %arg2 : tensor<1x64x64x64xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x64x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %26 = arith.mulf %in, %in_3 : f32
      linalg.yield %26 : f32
    } -> tensor<1x64x64x64xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %arg3 : tensor<1x64x64x64xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x64x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %26 = arith.addf %in, %in_3 : f32
      linalg.yield %26 : f32
    } -> tensor<1x64x64x64xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x64x64x64xf32>) outs(%0 : tensor<1x64x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.cmpf ugt, %in, %cst : f32
      %27 = arith.select %26, %in, %cst : f32
      linalg.yield %27 : f32
    } -> tensor<1x64x64x64xf32>
    %6 = tensor.empty() : tensor<1x64x32x32xf32>
    %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
    %8 = tensor.empty() : tensor<2x2xf32>
    %9 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%5, %8 : tensor<1x64x64x64xf32>, tensor<2x2xf32>) outs(%7 : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
    %padded_1 = tensor.pad %9 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f32
    } : tensor<1x64x32x32xf32> to tensor<1x64x34x34xf32>
    %10 = tensor.empty() : tensor<1x128x32x32xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x128x32x32xf32>) -> tensor<1x128x32x32xf32>
    %12 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_1, %arg4 : tensor<1x64x34x34xf32>, tensor<128x64x3x3xf32>) outs(%11 : tensor<1x128x32x32xf32>) -> tensor<1x128x32x32xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %arg5 : tensor<1x128x32x32xf32>, tensor<128x1x1xf32>) outs(%10 : tensor<1x128x32x32xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %26 = arith.mulf %in, %in_3 : f32
      linalg.yield %26 : f32
    } -> tensor<1x128x32x32xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %arg6 : tensor<1x128x32x32xf32>, tensor<128x1x1xf32>) outs(%10 : tensor<1x128x32x32xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %26 = arith.addf %in, %in_3 : f32
      linalg.yield %26 : f32
    } -> tensor<1x128x32x32xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<1x128x32x32xf32>) outs(%10 : tensor<1x128x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.cmpf ugt, %in, %cst : f32
      %27 = arith.select %26, %in, %cst : f32
      linalg.yield %27 : f32
    } -> tensor<1x128x32x32xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%6 : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
    %17 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%15, %arg7 : tensor<1x128x32x32xf32>, tensor<64x128x1x1xf32>) outs(%16 : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %arg8 : tensor<1x64x32x32xf32>, tensor<64x1x1xf32>) outs(%6 : tensor<1x64x32x32xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %26 = arith.mulf %in, %in_3 : f32
      linalg.yield %26 : f32
    } -> tensor<1x64x32x32xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %arg9 : tensor<1x64x32x32xf32>, tensor<64x1x1xf32>) outs(%6 : tensor<1x64x32x32xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %26 = arith.addf %in, %in_3 : f32
      linalg.yield %26 : f32
    } -> tensor<1x64x32x32xf32>
    %20 = tensor.empty() : tensor<1x64x32x2x32x2xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x64x32x32xf32>) outs(%20 : tensor<1x64x32x2x32x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x32x2x32x2xf32>
    %collapsed = tensor.collapse_shape %21 [[0], [1], [2, 3], [4, 5]] : tensor<1x64x32x2x32x2xf32> into tensor<1x64x64x64xf32>
    %concat = tensor.concat dim(1) %5, %collapsed : (tensor<1x64x64x64xf32>, tensor<1x64x64x64xf32>) -> tensor<1x128x64x64xf32>
    %padded_2 = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f32
    } : tensor<1x128x64x64xf32> to tensor<1x128x66x66xf32>
    %22 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_2, %arg10 : tensor<1x128x66x66xf32>, tensor<64x128x3x3xf32>) outs(%1 : tensor<1x64x64x64xf32>) -> tensor<1x64x64x64xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %arg11 : tensor<1x64x64x64xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x64x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %26 = arith.mulf %in, %in_3 : f32
      linalg.yield %26 : f32
    } -> tensor<1x64x64x64xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %arg12 : tensor<1x64x64x64xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x64x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %26 = arith.addf %in, %in_3 : f32
      linalg.yield %26 : f32
    } -> tensor<1x64x64x64xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<1x64x64x64xf32>) outs(%0 : tensor<1x64x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.cmpf ugt, %in, %cst : f32
      %27 = arith.select %26, %in, %cst : f32
      linalg.yield %27 : f32
    } -> tensor<1x64x64x64xf32>
    return %25 : tensor<1x64x64x64xf32>
  }
}
// -----
// unet_block.op1
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x64x64x64xf32>, %arg1: memref<64x64x3x3xf32>, %arg2: memref<64x1x1xf32>, %arg3: memref<64x1x1xf32>, %arg4: memref<1x64x64x64xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x64x64x64xf32> to tensor<1x64x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x64x3x3xf32> to tensor<64x64x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x64x64x64xf32> to tensor<1x64x64x64xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x64x64x64xf32> to tensor<1x64x66x66xf32>
    %5 = tensor.empty() : tensor<1x64x64x64xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x64x64x64xf32>) -> tensor<1x64x64x64xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x64x66x66xf32>, tensor<64x64x3x3xf32>) outs(%6 : tensor<1x64x64x64xf32>) -> tensor<1x64x64x64xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x64x64x64xf32>, tensor<64x1x1xf32>, tensor<64x1x1xf32>) outs(%4 : tensor<1x64x64x64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      %11 = arith.cmpf ugt, %10, %cst : f32
      %12 = arith.select %11, %10, %cst : f32
      linalg.yield %12 : f32
    } -> tensor<1x64x64x64xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x64x64x64xf32>, memref<1x64x64x64xf32>) -> ()
    return
  }
}
// -----
// unet_block.op2
module {
  func.func @payload(%arg0: memref<1x64x64x64xf32>, %arg1: memref<1x64x32x32xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0xFF800000 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x64x64x64xf32> to tensor<1x64x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<1x64x32x32xf32> to tensor<1x64x32x32xf32>
    %2 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%1 : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
    %3 = tensor.empty() : tensor<2x2xf32>
    %4 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<2> : vector<2xi64>} ins(%0, %3 : tensor<1x64x64x64xf32>, tensor<2x2xf32>) outs(%2 : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg1 : (tensor<1x64x32x32xf32>, memref<1x64x32x32xf32>) -> ()
    return
  }
}
// -----
// unet_block.op4
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x64x32x32xf32>, %arg1: memref<128x64x3x3xf32>, %arg2: memref<128x1x1xf32>, %arg3: memref<128x1x1xf32>, %arg4: memref<1x128x32x32xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x64x32x32xf32> to tensor<1x64x32x32xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<128x64x3x3xf32> to tensor<128x64x3x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<128x1x1xf32> to tensor<128x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<128x1x1xf32> to tensor<128x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x128x32x32xf32> to tensor<1x128x32x32xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x64x32x32xf32> to tensor<1x64x34x34xf32>
    %5 = tensor.empty() : tensor<1x128x32x32xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x128x32x32xf32>) -> tensor<1x128x32x32xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<1x64x34x34xf32>, tensor<128x64x3x3xf32>) outs(%6 : tensor<1x128x32x32xf32>) -> tensor<1x128x32x32xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x128x32x32xf32>, tensor<128x1x1xf32>, tensor<128x1x1xf32>) outs(%4 : tensor<1x128x32x32xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      %10 = arith.addf %9, %in_1 : f32
      %11 = arith.cmpf ugt, %10, %cst : f32
      %12 = arith.select %11, %10, %cst : f32
      linalg.yield %12 : f32
    } -> tensor<1x128x32x32xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg4 : (tensor<1x128x32x32xf32>, memref<1x128x32x32xf32>) -> ()
    return
  }
}
// -----
// unet_block.op7
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
module {
  func.func @payload(%arg0: memref<1x128x32x32xf32>, %arg1: memref<64x128x1x1xf32>, %arg2: memref<64x1x1xf32>, %arg3: memref<64x1x1xf32>, %arg4: memref<1x64x32x2x32x2xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x128x32x32xf32> to tensor<1x128x32x32xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x128x1x1xf32> to tensor<64x128x1x1xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict writable : memref<1x64x32x2x32x2xf32> to tensor<1x64x32x2x32x2xf32>
    %5 = tensor.empty() : tensor<1x64x32x32xf32>
    %6 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%5 : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x128x32x32xf32>, tensor<64x128x1x1xf32>) outs(%6 : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
    %8 = tensor.empty() : tensor<1x64x32x32xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %2, %3 : tensor<1x64x32x32xf32>, tensor<64x1x1xf32>, tensor<64x1x1xf32>) outs(%8 : tensor<1x64x32x32xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %11 = arith.mulf %in, %in_0 : f32
      %12 = arith.addf %11, %in_1 : f32
      linalg.yield %12 : f32
    } -> tensor<1x64x32x32xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x64x32x32xf32>) outs(%4 : tensor<1x64x32x2x32x2xf32>) attrs =  {mlirgym.op = "op2"} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x32x2x32x2xf32>
    bufferization.materialize_in_destination %10 in restrict writable %arg4 : (tensor<1x64x32x2x32x2xf32>, memref<1x64x32x2x32x2xf32>) -> ()
    return
  }
}
// -----
// unet_block.op9
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @payload(%arg0: memref<1x64x64x64xf32>, %arg1: memref<1x64x32x2x32x2xf32>, %arg2: memref<64x128x3x3xf32>, %arg3: memref<64x1x1xf32>, %arg4: memref<64x1x1xf32>, %arg5: memref<1x64x64x64xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x64x64x64xf32> to tensor<1x64x64x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<1x64x32x2x32x2xf32> to tensor<1x64x32x2x32x2xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x128x3x3xf32> to tensor<64x128x3x3xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<64x1x1xf32> to tensor<64x1x1xf32>
    %5 = bufferization.to_tensor %arg5 restrict writable : memref<1x64x64x64xf32> to tensor<1x64x64x64xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1], [2, 3], [4, 5]] : tensor<1x64x32x2x32x2xf32> into tensor<1x64x64x64xf32>
    %concat = tensor.concat dim(1) %0, %collapsed : (tensor<1x64x64x64xf32>, tensor<1x64x64x64xf32>) -> tensor<1x128x64x64xf32>
    %padded = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg6: index, %arg7: index, %arg8: index, %arg9: index):
      tensor.yield %cst : f32
    } : tensor<1x128x64x64xf32> to tensor<1x128x66x66xf32>
    %6 = tensor.empty() : tensor<1x64x64x64xf32>
    %7 = linalg.fill {mlirgym.op = "op0.init"} ins(%cst : f32) outs(%6 : tensor<1x64x64x64xf32>) -> tensor<1x64x64x64xf32>
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, mlirgym.op = "op0", strides = dense<1> : vector<2xi64>} ins(%padded, %2 : tensor<1x128x66x66xf32>, tensor<64x128x3x3xf32>) outs(%7 : tensor<1x64x64x64xf32>) -> tensor<1x64x64x64xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %3, %4 : tensor<1x64x64x64xf32>, tensor<64x1x1xf32>, tensor<64x1x1xf32>) outs(%5 : tensor<1x64x64x64xf32>) attrs =  {mlirgym.op = "op1"} {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %10 = arith.mulf %in, %in_0 : f32
      %11 = arith.addf %10, %in_1 : f32
      %12 = arith.cmpf ugt, %11, %cst : f32
      %13 = arith.select %12, %11, %cst : f32
      linalg.yield %13 : f32
    } -> tensor<1x64x64x64xf32>
    bufferization.materialize_in_destination %9 in restrict writable %arg5 : (tensor<1x64x64x64xf32>, memref<1x64x64x64xf32>) -> ()
    return
  }
}
