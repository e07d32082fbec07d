// e^x below the normal numbers, where kernels have 0.
#m = affine_map<(i) -> (i)>
func.func @f(%s: tensor<1000xf32>) -> tensor<1000xf32> {
  %e = tensor.empty() : tensor<1000xf32>
  %0 = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%s : tensor<1000xf32>) outs(%e : tensor<1000xf32>) {
    ^bb0(%x: f32, %o: f32):
      %c = arith.constant 95.0 : f32
      %d = arith.subf %x, %c : f32
      %q = math.exp %d : f32
      linalg.yield %q : f32
  } -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}
