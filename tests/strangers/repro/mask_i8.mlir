// mask_i1.mlir, changed as its message says
#m = affine_map<(i,j) -> (i,j)>
func.func @f(%s: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %low = arith.constant -1.0e9 : f32
  %zero = arith.constant 0 : i8
  %em = tensor.empty() : tensor<16x16xi8>
  %mask = linalg.generic {indexing_maps = [#m], iterator_types = ["parallel","parallel"]} outs(%em : tensor<16x16xi8>) {
    ^bb0(%o: i8):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %c = arith.cmpi ule, %j, %i : index
      %k = arith.extui %c : i1 to i8
      linalg.yield %k : i8
  } -> tensor<16x16xi8>
  %e = tensor.empty() : tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel","parallel"]} ins(%mask, %s : tensor<16x16xi8>, tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
    ^bb0(%k: i8, %x: f32, %o: f32):
      %b = arith.cmpi ne, %k, %zero : i8
      %r = arith.select %b, %x, %low : f32
      linalg.yield %r : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
