// torch_matmul_deep
module {
  func.func @main(%arg0: tensor<48x4096xf32>, %arg1: tensor<4096x32xf32>) -> tensor<48x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<48x32xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<48x32xf32>) -> tensor<48x32xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<48x4096xf32>, tensor<4096x32xf32>) outs(%1 : tensor<48x32xf32>) -> tensor<48x32xf32>
    return %2 : tensor<48x32xf32>
  }
}
