// tensor.gather of elements by pairs of indices, and of columns, which keep a dimension of one
func.func @f(%a: tensor<8x16xf32>) -> (tensor<3xf32>, tensor<2x8x1xf32>) {
  %e = tensor.empty() : tensor<8x16xf32>
  %x = linalg.exp ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %k = arith.constant dense<[[0, 15], [7, 3], [4, 4]]> : tensor<3x2xi64>
  %r = tensor.gather %x[%k] gather_dims([0, 1]) : (tensor<8x16xf32>, tensor<3x2xi64>) -> tensor<3xf32>
  %l = arith.constant dense<[[9], [2]]> : tensor<2x1xi32>
  %s = tensor.gather %x[%l] gather_dims([1]) : (tensor<8x16xf32>, tensor<2x1xi32>) -> tensor<2x8x1xf32>
  return %r, %s : tensor<3xf32>, tensor<2x8x1xf32>
}
