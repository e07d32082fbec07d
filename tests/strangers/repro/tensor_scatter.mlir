// tensor.scatter has no lowering
func.func @f(%a: tensor<4x1x16xf32>, %d: tensor<8x16xf32>, %k: tensor<4x1xi64>) -> tensor<8x16xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %x = linalg.exp ins(%d : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = tensor.scatter %a into %x[%k] scatter_dims([0]) unique : (tensor<4x1x16xf32>, tensor<8x16xf32>, tensor<4x1xi64>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
