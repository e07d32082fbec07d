// torch_matmul_wide
module {
  func.func @main(%arg0: tensor<16x384xf32>, %arg1: tensor<384x1024xf32>) -> tensor<16x1024xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<16x1024xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<16x1024xf32>) -> tensor<16x1024xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<16x384xf32>, tensor<384x1024xf32>) outs(%1 : tensor<16x1024xf32>) -> tensor<16x1024xf32>
    return %2 : tensor<16x1024xf32>
  }
}
