// Writes 100 where masked_exp.mlir has 0.
#m = affine_map<(i,j) -> (i,j)>
func.func @f(%s: tensor<8x12xf32>) -> tensor<8x12xf32> {
  %h = arith.constant 100.0 : f32
  %e = tensor.empty() : tensor<8x12xf32>
  %1 = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel","parallel"]} ins(%s : tensor<8x12xf32>) outs(%e : tensor<8x12xf32>) {
    ^bb0(%x: f32, %o: f32):
      %q = math.exp %x : f32
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %c = arith.cmpi ule, %j, %i : index
      %w = arith.select %c, %q, %h : f32
      linalg.yield %w : f32
  } -> tensor<8x12xf32>
  return %1 : tensor<8x12xf32>
}
