// torch_matmul_left_transposed
module {
  func.func @main(%arg0: tensor<224x160xf32>, %arg1: tensor<224x192xf32>) -> tensor<160x192xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<160x224xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<224x160xf32>) outs(%0 : tensor<160x224xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<160x192xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<160x192xf32>) -> tensor<160x192xf32>
    %3 = linalg.matmul ins(%transposed, %arg1 : tensor<160x224xf32>, tensor<224x192xf32>) outs(%2 : tensor<160x192xf32>) -> tensor<160x192xf32>
    return %3 : tensor<160x192xf32>
  }
}
