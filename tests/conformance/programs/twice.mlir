// Both inputs are the same tensor.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @twice(%a: tensor<33x20xf32>, %out: tensor<33x20xf32>) -> tensor<33x20xf32> {
  %r = linalg.add ins(%a, %a : tensor<33x20xf32>, tensor<33x20xf32>) outs(%out : tensor<33x20xf32>) -> tensor<33x20xf32>
  return %r : tensor<33x20xf32>
}
