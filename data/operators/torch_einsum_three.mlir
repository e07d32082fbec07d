// torch_einsum_three
module {
  func.func @main(%arg0: tensor<96x192xf32>, %arg1: tensor<192x160xf32>, %arg2: tensor<96x160xf32>) -> tensor<96xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [1, 96, 192] : tensor<96x192xf32> into tensor<1x96x192xf32>
    %expanded_0 = tensor.expand_shape %arg1 [[0, 1], [2]] output_shape [1, 192, 160] : tensor<192x160xf32> into tensor<1x192x160xf32>
    %0 = tensor.empty() : tensor<1x96x160xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x96x160xf32>) -> tensor<1x96x160xf32>
    %2 = linalg.batch_matmul ins(%expanded, %expanded_0 : tensor<1x96x192xf32>, tensor<1x192x160xf32>) outs(%1 : tensor<1x96x160xf32>) -> tensor<1x96x160xf32>
    %collapsed = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<1x96x160xf32> into tensor<96x160xf32>
    %expanded_1 = tensor.expand_shape %collapsed [[0], [1, 2]] output_shape [96, 1, 160] : tensor<96x160xf32> into tensor<96x1x160xf32>
    %expanded_2 = tensor.expand_shape %arg2 [[0], [1, 2]] output_shape [96, 1, 160] : tensor<96x160xf32> into tensor<96x1x160xf32>
    %3 = tensor.empty() : tensor<96x160x1xf32>
    %transposed = linalg.transpose ins(%expanded_1 : tensor<96x1x160xf32>) outs(%3 : tensor<96x160x1xf32>) permutation = [0, 2, 1] 
    %4 = tensor.empty() : tensor<96x1x1xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<96x1x1xf32>) -> tensor<96x1x1xf32>
    %6 = linalg.batch_matmul ins(%expanded_2, %transposed : tensor<96x1x160xf32>, tensor<96x160x1xf32>) outs(%5 : tensor<96x1x1xf32>) -> tensor<96x1x1xf32>
    %transposed_3 = linalg.transpose ins(%6 : tensor<96x1x1xf32>) outs(%4 : tensor<96x1x1xf32>) permutation = [0, 2, 1] 
    %collapsed_4 = tensor.collapse_shape %transposed_3 [[0, 1, 2]] : tensor<96x1x1xf32> into tensor<96xf32>
    return %collapsed_4 : tensor<96xf32>
  }
}
