// torch_matmul_both_transposed
module {
  func.func @main(%arg0: tensor<224x160xf32>, %arg1: tensor<192x224xf32>) -> tensor<160x192xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<160x224xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<224x160xf32>) outs(%0 : tensor<160x224xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<224x192xf32>
    %transposed_0 = linalg.transpose ins(%arg1 : tensor<192x224xf32>) outs(%1 : tensor<224x192xf32>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<160x192xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<160x192xf32>) -> tensor<160x192xf32>
    %4 = linalg.matmul ins(%transposed, %transposed_0 : tensor<160x224xf32>, tensor<224x192xf32>) outs(%3 : tensor<160x192xf32>) -> tensor<160x192xf32>
    return %4 : tensor<160x192xf32>
  }
}
