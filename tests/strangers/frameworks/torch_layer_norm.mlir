// nn.LayerNorm: sum, mean, centred squares, variance, rsqrt, scale and shift, one operation each.
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#keep = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#last = affine_map<(d0, d1, d2) -> (d2)>
module attributes {torch.debug_module_name = "LayerNorm"} {
  func.func @forward(%arg0: tensor<2x12x96xf32>, %weight: tensor<96xf32>, %bias: tensor<96xf32>) -> tensor<2x12x96xf32> {
    %zero = arith.constant 0.000000e+00 : f32
    %eps = arith.constant 9.99999974E-6 : f64
    %n = arith.constant 9.600000e+01 : f32
    %0 = tensor.empty() : tensor<2x12x1xf32>
    %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %2 = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<2x12x96xf32>) outs(%1 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.addf %in, %out : f32
      linalg.yield %13 : f32
    } -> tensor<2x12x1xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x12x1xf32>) outs(%0 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.divf %in, %n : f32
      linalg.yield %13 : f32
    } -> tensor<2x12x1xf32>
    %4 = tensor.empty() : tensor<2x12x96xf32>
    %5 = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %3 : tensor<2x12x96xf32>, tensor<2x12x1xf32>) outs(%4 : tensor<2x12x96xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %13 = arith.subf %in, %in_0 : f32
      linalg.yield %13 : f32
    } -> tensor<2x12x96xf32>
    %6 = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "reduction"]} ins(%5 : tensor<2x12x96xf32>) outs(%1 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.mulf %in, %in : f32
      %14 = arith.addf %13, %out : f32
      linalg.yield %14 : f32
    } -> tensor<2x12x1xf32>
    %7 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x12x1xf32>) outs(%0 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.divf %in, %n : f32
      %14 = arith.truncf %eps : f64 to f32
      %15 = arith.addf %13, %14 : f32
      %16 = math.rsqrt %15 : f32
      linalg.yield %16 : f32
    } -> tensor<2x12x1xf32>
    %8 = linalg.generic {indexing_maps = [#id, #keep, #last, #last, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %7, %weight, %bias : tensor<2x12x96xf32>, tensor<2x12x1xf32>, tensor<96xf32>, tensor<96xf32>) outs(%4 : tensor<2x12x96xf32>) {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32):
      %13 = arith.mulf %in, %in_0 : f32
      %14 = arith.mulf %13, %in_1 : f32
      %15 = arith.addf %14, %in_2 : f32
      linalg.yield %15 : f32
    } -> tensor<2x12x96xf32>
    return %8 : tensor<2x12x96xf32>
  }
}
