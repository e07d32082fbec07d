// Products below the normal numbers, which AVX-512-BF16 flushes to 0.
#m = affine_map<(i) -> (i)>
func.func @f(%s: tensor<1000xbf16>) -> tensor<1000xbf16> {
  %e = tensor.empty() : tensor<1000xbf16>
  %0 = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%s : tensor<1000xbf16>) outs(%e : tensor<1000xbf16>) {
    ^bb0(%x: bf16, %o: bf16):
      %c = arith.constant 1.0e-39 : bf16
      %q = arith.mulf %x, %c : bf16
      linalg.yield %q : bf16
  } -> tensor<1000xbf16>
  return %0 : tensor<1000xbf16>
}
