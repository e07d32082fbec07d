// RMSNorm in half precision, computed in f32 and cut back.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
module {
  func.func @forward(%x: tensor<12x80xf16>, %weight: tensor<80xf16>) -> tensor<12x80xf16> {
    %zero = arith.constant 0.000000e+00 : f32
    %n = arith.constant 8.000000e+01 : f32
    %eps = arith.constant 9.99999974E-6 : f32
    %0 = tensor.empty() : tensor<12xf32>
    %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<12xf32>) -> tensor<12xf32>
    %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<12x80xf16>) outs(%1 : tensor<12xf32>) {
    ^bb0(%in: f16, %out: f32):
      %5 = arith.extf %in : f16 to f32
      %6 = arith.mulf %5, %5 : f32
      %7 = arith.addf %out, %6 : f32
      linalg.yield %7 : f32
    } -> tensor<12xf32>
    %3 = tensor.empty() : tensor<12x80xf16>
    %4 = linalg.generic {indexing_maps = [#id, #row, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %2, %weight : tensor<12x80xf16>, tensor<12xf32>, tensor<80xf16>) outs(%3 : tensor<12x80xf16>) {
    ^bb0(%in: f16, %s: f32, %w: f16, %out: f16):
      %5 = arith.divf %s, %n : f32
      %6 = arith.addf %5, %eps : f32
      %7 = math.rsqrt %6 : f32
      %8 = arith.extf %in : f16 to f32
      %9 = arith.mulf %8, %7 : f32
      %10 = arith.truncf %9 : f32 to f16
      %11 = arith.mulf %10, %w : f16
      linalg.yield %11 : f16
    } -> tensor<12x80xf16>
    return %4 : tensor<12x80xf16>
  }
}
