// Softmax of rows that are masked by -inf: finite everywhere, and was not compared anywhere.
#m = affine_map<(i,j) -> (i,j)>
func.func @f(%s: tensor<8x12xf32>) -> tensor<8x12xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8x12xf32>
  %0 = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel","parallel"]} ins(%s : tensor<8x12xf32>) outs(%e : tensor<8x12xf32>) {
    ^bb0(%x: f32, %o: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %c = arith.cmpi ule, %j, %i : index
      %q = arith.select %c, %x, %ninf : f32
      linalg.yield %q : f32
  } -> tensor<8x12xf32>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<8x12xf32>) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  return %1 : tensor<8x12xf32>
}
