// jnp.concatenate, a reshape and a transpose between two reductions: slices put into an empty tensor.
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#red = affine_map<(d0, d1, d2) -> (d0, d2)>
module @jit_f {
  func.func public @main(%a: tensor<6x10xf32>, %b: tensor<6x14xf32>) -> tensor<6x8xf32> {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<6x24xf32>
    %1 = tensor.insert_slice %a into %0[0, 0] [6, 10] [1, 1] : tensor<6x10xf32> into tensor<6x24xf32>
    %2 = tensor.insert_slice %b into %1[0, 10] [6, 14] [1, 1] : tensor<6x14xf32> into tensor<6x24xf32>
    %3 = math.tanh %2 : tensor<6x24xf32>
    %4 = tensor.expand_shape %3 [[0], [1, 2]] output_shape [6, 8, 3] : tensor<6x24xf32> into tensor<6x8x3xf32>
    %5 = tensor.empty() : tensor<6x3x8xf32>
    %6 = linalg.transpose ins(%4 : tensor<6x8x3xf32>) outs(%5 : tensor<6x3x8xf32>) permutation = [0, 2, 1]
    %7 = tensor.empty() : tensor<6x8xf32>
    %8 = linalg.fill ins(%zero : f32) outs(%7 : tensor<6x8xf32>) -> tensor<6x8xf32>
    %9 = linalg.generic {indexing_maps = [#id, #red], iterator_types = ["parallel", "reduction", "parallel"]} ins(%6 : tensor<6x3x8xf32>) outs(%8 : tensor<6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.addf %in, %out : f32
      linalg.yield %10 : f32
    } -> tensor<6x8xf32>
    return %9 : tensor<6x8xf32>
  }
}
