// torch_vector_matrix
module {
  func.func @main(%arg0: tensor<1024xf32>, %arg1: tensor<1024x2048xf32>) -> tensor<2048xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [1, 1024] : tensor<1024xf32> into tensor<1x1024xf32>
    %0 = tensor.empty() : tensor<1x2048xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x2048xf32>) -> tensor<1x2048xf32>
    %2 = linalg.matmul ins(%expanded, %arg1 : tensor<1x1024xf32>, tensor<1024x2048xf32>) outs(%1 : tensor<1x2048xf32>) -> tensor<1x2048xf32>
    %collapsed = tensor.collapse_shape %2 [[0, 1]] : tensor<1x2048xf32> into tensor<2048xf32>
    return %collapsed : tensor<2048xf32>
  }
}
