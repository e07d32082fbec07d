// torch_batch_matmul_shared
module {
  func.func @main(%arg0: tensor<8x64x128xf32>, %arg1: tensor<128x96xf32>) -> tensor<8x64x96xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<8x64x128xf32> into tensor<512x128xf32>
    %0 = tensor.empty() : tensor<512x96xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %2 = linalg.matmul ins(%collapsed, %arg1 : tensor<512x128xf32>, tensor<128x96xf32>) outs(%1 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %expanded = tensor.expand_shape %2 [[0, 1], [2]] output_shape [8, 64, 96] : tensor<512x96xf32> into tensor<8x64x96xf32>
    return %expanded : tensor<8x64x96xf32>
  }
}
