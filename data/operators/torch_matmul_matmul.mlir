// torch_matmul_matmul
module {
  func.func @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x192xf32>, %arg2: tensor<192x128xf32>) -> tensor<128x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x192xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x256xf32>, tensor<256x192xf32>) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %3 = tensor.empty() : tensor<128x128xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %5 = linalg.matmul ins(%2, %arg2 : tensor<128x192xf32>, tensor<192x128xf32>) outs(%4 : tensor<128x128xf32>) -> tensor<128x128xf32>
    return %5 : tensor<128x128xf32>
  }
}
