// torch_gram
module {
  func.func @main(%arg0: tensor<320x128xf32>) -> tensor<128x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x320xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<320x128xf32>) outs(%0 : tensor<128x320xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<128x128xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %3 = linalg.matmul ins(%transposed, %arg0 : tensor<128x320xf32>, tensor<320x128xf32>) outs(%2 : tensor<128x128xf32>) -> tensor<128x128xf32>
    return %3 : tensor<128x128xf32>
  }
}
