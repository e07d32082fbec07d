// torch_batch_matmul_nested
module {
  func.func @main(%arg0: tensor<2x6x64x48xf32>, %arg1: tensor<2x6x48x64xf32>) -> tensor<2x6x64x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x6x64x48xf32> into tensor<12x64x48xf32>
    %collapsed_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : tensor<2x6x48x64xf32> into tensor<12x48x64xf32>
    %0 = tensor.empty() : tensor<12x64x64xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %2 = linalg.batch_matmul ins(%collapsed, %collapsed_0 : tensor<12x64x48xf32>, tensor<12x48x64xf32>) outs(%1 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %expanded = tensor.expand_shape %2 [[0, 1], [2], [3]] output_shape [2, 6, 64, 64] : tensor<12x64x64xf32> into tensor<2x6x64x64xf32>
    return %expanded : tensor<2x6x64x64xf32>
  }
}
