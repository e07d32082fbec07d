// scaled_dot_product_attention as torch-mlir decomposes it: transposed keys, scale, softmax with the
// maximum taken off, product with the values.
#q = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#kt = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#keep = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @forward(%q: tensor<4x20x16xf32>, %k: tensor<4x24x16xf32>, %v: tensor<4x24x16xf32>) -> tensor<4x20x16xf32> {
    %zero = arith.constant 0.000000e+00 : f32
    %low = arith.constant 0xFF800000 : f32
    %scale = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<4x16x24xf32>
    %1 = linalg.generic {indexing_maps = [#kt, #q], iterator_types = ["parallel", "parallel", "parallel"]} ins(%k : tensor<4x24x16xf32>) outs(%0 : tensor<4x16x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x24xf32>
    %2 = tensor.empty() : tensor<4x20x24xf32>
    %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<4x20x24xf32>) -> tensor<4x20x24xf32>
    %4 = linalg.batch_matmul ins(%q, %1 : tensor<4x20x16xf32>, tensor<4x16x24xf32>) outs(%3 : tensor<4x20x24xf32>) -> tensor<4x20x24xf32>
    %5 = linalg.generic {indexing_maps = [#q, #q], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<4x20x24xf32>) outs(%2 : tensor<4x20x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.mulf %in, %scale : f32
      linalg.yield %20 : f32
    } -> tensor<4x20x24xf32>
    %6 = tensor.empty() : tensor<4x20x1xf32>
    %7 = linalg.fill ins(%low : f32) outs(%6 : tensor<4x20x1xf32>) -> tensor<4x20x1xf32>
    %8 = linalg.generic {indexing_maps = [#q, #keep], iterator_types = ["parallel", "parallel", "reduction"]} ins(%5 : tensor<4x20x24xf32>) outs(%7 : tensor<4x20x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.maximumf %in, %out : f32
      linalg.yield %20 : f32
    } -> tensor<4x20x1xf32>
    %9 = linalg.generic {indexing_maps = [#q, #keep, #q], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %8 : tensor<4x20x24xf32>, tensor<4x20x1xf32>) outs(%2 : tensor<4x20x24xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %20 = arith.subf %in, %in_0 : f32
      %21 = math.exp %20 : f32
      linalg.yield %21 : f32
    } -> tensor<4x20x24xf32>
    %10 = linalg.fill ins(%zero : f32) outs(%6 : tensor<4x20x1xf32>) -> tensor<4x20x1xf32>
    %11 = linalg.generic {indexing_maps = [#q, #keep], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<4x20x24xf32>) outs(%10 : tensor<4x20x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %in, %out : f32
      linalg.yield %20 : f32
    } -> tensor<4x20x1xf32>
    %12 = linalg.generic {indexing_maps = [#q, #keep, #q], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %11 : tensor<4x20x24xf32>, tensor<4x20x1xf32>) outs(%2 : tensor<4x20x24xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %20 = arith.divf %in, %in_0 : f32
      linalg.yield %20 : f32
    } -> tensor<4x20x24xf32>
    %13 = tensor.empty() : tensor<4x20x16xf32>
    %14 = linalg.fill ins(%zero : f32) outs(%13 : tensor<4x20x16xf32>) -> tensor<4x20x16xf32>
    %15 = linalg.batch_matmul ins(%12, %v : tensor<4x20x24xf32>, tensor<4x24x16xf32>) outs(%14 : tensor<4x20x16xf32>) -> tensor<4x20x16xf32>
    return %15 : tensor<4x20x16xf32>
  }
}
