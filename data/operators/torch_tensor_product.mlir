// torch_tensor_product
module {
  func.func @main(%arg0: tensor<96x16x24xf32>, %arg1: tensor<16x24x128xf32>) -> tensor<96x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0], [1, 2]] : tensor<96x16x24xf32> into tensor<96x384xf32>
    %collapsed_0 = tensor.collapse_shape %arg1 [[0, 1], [2]] : tensor<16x24x128xf32> into tensor<384x128xf32>
    %0 = tensor.empty() : tensor<96x128xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<96x128xf32>) -> tensor<96x128xf32>
    %2 = linalg.matmul ins(%collapsed, %collapsed_0 : tensor<96x384xf32>, tensor<384x128xf32>) outs(%1 : tensor<96x128xf32>) -> tensor<96x128xf32>
    return %2 : tensor<96x128xf32>
  }
}
