// torch_batch_matmul_transposed
module {
  func.func @main(%arg0: tensor<12x64x96xf32>, %arg1: tensor<12x80x96xf32>) -> tensor<12x64x80xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<12x96x80xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<12x80x96xf32>) outs(%0 : tensor<12x96x80xf32>) permutation = [0, 2, 1] 
    %1 = tensor.empty() : tensor<12x64x80xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<12x64x80xf32>) -> tensor<12x64x80xf32>
    %3 = linalg.batch_matmul ins(%arg0, %transposed : tensor<12x64x96xf32>, tensor<12x96x80xf32>) outs(%2 : tensor<12x64x80xf32>) -> tensor<12x64x80xf32>
    return %3 : tensor<12x64x80xf32>
  }
}
