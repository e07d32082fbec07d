// The head of a network: padded MaxPool, GlobalAveragePool, Flatten and Gemm.
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#in = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#ch = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#id4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main_graph(%x: tensor<2x16x14x14xf32>, %w: tensor<16x10xf32>, %b: tensor<10xf32>) -> tensor<2x10xf32> {
    %zero = arith.constant 0.000000e+00 : f32
    %low = arith.constant 0xFF800000 : f32
    %n = arith.constant 4.900000e+01 : f32
    %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 0, 0] {
    ^bb0(%a0: index, %a1: index, %a2: index, %a3: index):
      tensor.yield %low : f32
    } : tensor<2x16x14x14xf32> to tensor<2x16x15x15xf32>
    %0 = tensor.empty() : tensor<2x16x7x7xf32>
    %1 = linalg.fill ins(%low : f32) outs(%0 : tensor<2x16x7x7xf32>) -> tensor<2x16x7x7xf32>
    %window = tensor.empty() : tensor<3x3xf32>
    %2 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %window : tensor<2x16x15x15xf32>, tensor<3x3xf32>) outs(%1 : tensor<2x16x7x7xf32>) -> tensor<2x16x7x7xf32>
    %3 = tensor.empty() : tensor<2x16x1x1xf32>
    %4 = linalg.fill ins(%zero : f32) outs(%3 : tensor<2x16x1x1xf32>) -> tensor<2x16x1x1xf32>
    %5 = linalg.generic {indexing_maps = [#in, #ch], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%2 : tensor<2x16x7x7xf32>) outs(%4 : tensor<2x16x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.addf %in, %out : f32
      linalg.yield %12 : f32
    } -> tensor<2x16x1x1xf32>
    %6 = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<2x16x1x1xf32>) outs(%3 : tensor<2x16x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.divf %in, %n : f32
      linalg.yield %12 : f32
    } -> tensor<2x16x1x1xf32>
    %7 = tensor.collapse_shape %6 [[0], [1, 2, 3]] : tensor<2x16x1x1xf32> into tensor<2x16xf32>
    %8 = tensor.empty() : tensor<2x10xf32>
    %9 = linalg.fill ins(%zero : f32) outs(%8 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %10 = linalg.matmul ins(%7, %w : tensor<2x16xf32>, tensor<16x10xf32>) outs(%9 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %11 = linalg.generic {indexing_maps = [#id2, #row, #id2], iterator_types = ["parallel", "parallel"]} ins(%10, %b : tensor<2x10xf32>, tensor<10xf32>) outs(%8 : tensor<2x10xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.addf %in, %in_0 : f32
      linalg.yield %12 : f32
    } -> tensor<2x10xf32>
    return %11 : tensor<2x10xf32>
  }
}
