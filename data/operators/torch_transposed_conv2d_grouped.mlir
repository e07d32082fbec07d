// torch_transposed_conv2d_grouped
#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
module {
  func.func @main(%arg0: tensor<1x64x20x20xf32>, %arg1: tensor<64x12x3x3xf32>) -> tensor<1x48x41x41xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c2 = arith.constant 2 : index
    %expanded = tensor.expand_shape %arg1 [[0, 1], [2], [3], [4]] output_shape [4, 16, 12, 3, 3] : tensor<64x12x3x3xf32> into tensor<4x16x12x3x3xf32>
    %0 = tensor.empty() : tensor<4x12x16x3x3xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x12x16x3x3xf32>) -> tensor<4x12x16x3x3xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} outs(%1 : tensor<4x12x16x3x3xf32>) {
    ^bb0(%out: f32):
      %8 = linalg.index 0 : index
      %9 = linalg.index 1 : index
      %10 = linalg.index 2 : index
      %11 = linalg.index 3 : index
      %12 = linalg.index 4 : index
      %13 = arith.subi %c2, %11 : index
      %14 = arith.subi %c2, %12 : index
      %extracted = tensor.extract %expanded[%8, %10, %9, %13, %14] : tensor<4x16x12x3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x12x16x3x3xf32>
    %3 = tensor.empty() : tensor<1x64x43x43xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x64x43x43xf32>) -> tensor<1x64x43x43xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %4[0, 0, 2, 2] [1, 64, 20, 20] [1, 1, 2, 2] : tensor<1x64x20x20xf32> into tensor<1x64x43x43xf32>
    %5 = tensor.empty() : tensor<1x48x41x41xf32>
    %expanded_0 = tensor.expand_shape %inserted_slice [[0], [1, 2], [3], [4]] output_shape [1, 4, 16, 43, 43] : tensor<1x64x43x43xf32> into tensor<1x4x16x43x43xf32>
    %expanded_1 = tensor.expand_shape %5 [[0], [1, 2], [3], [4]] output_shape [1, 4, 12, 41, 41] : tensor<1x48x41x41xf32> into tensor<1x4x12x41x41xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%expanded_1 : tensor<1x4x12x41x41xf32>) -> tensor<1x4x12x41x41xf32>
    %7 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded_0, %2 : tensor<1x4x16x43x43xf32>, tensor<4x12x16x3x3xf32>) outs(%6 : tensor<1x4x12x41x41xf32>) -> tensor<1x4x12x41x41xf32>
    %collapsed = tensor.collapse_shape %7 [[0], [1, 2], [3], [4]] : tensor<1x4x12x41x41xf32> into tensor<1x48x41x41xf32>
    return %collapsed : tensor<1x48x41x41xf32>
  }
}
