// torch_lstm_step
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<16x128xf32>, %arg1: tensor<16x128xf32>, %arg2: tensor<16x128xf32>, %arg3: tensor<128x512xf32>, %arg4: tensor<128x512xf32>) -> (tensor<16x128xf32>, tensor<16x128xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<16x512xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<16x512xf32>) -> tensor<16x512xf32>
    %2 = linalg.matmul ins(%arg0, %arg3 : tensor<16x128xf32>, tensor<128x512xf32>) outs(%1 : tensor<16x512xf32>) -> tensor<16x512xf32>
    %3 = linalg.matmul ins(%arg1, %arg4 : tensor<16x128xf32>, tensor<128x512xf32>) outs(%1 : tensor<16x512xf32>) -> tensor<16x512xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %3 : tensor<16x512xf32>, tensor<16x512xf32>) outs(%0 : tensor<16x512xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %15 = arith.addf %in, %in_4 : f32
      linalg.yield %15 : f32
    } -> tensor<16x512xf32>
    %extracted_slice = tensor.extract_slice %4[0, 0] [16, 128] [1, 1] : tensor<16x512xf32> to tensor<16x128xf32>
    %extracted_slice_1 = tensor.extract_slice %4[0, 128] [16, 128] [1, 1] : tensor<16x512xf32> to tensor<16x128xf32>
    %extracted_slice_2 = tensor.extract_slice %4[0, 256] [16, 128] [1, 1] : tensor<16x512xf32> to tensor<16x128xf32>
    %extracted_slice_3 = tensor.extract_slice %4[0, 384] [16, 128] [1, 1] : tensor<16x512xf32> to tensor<16x128xf32>
    %5 = tensor.empty() : tensor<16x128xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_1 : tensor<16x128xf32>) outs(%5 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.negf %in : f32
      %16 = math.exp %15 : f32
      %17 = arith.addf %16, %cst_0 : f32
      %18 = arith.divf %cst_0, %17 : f32
      linalg.yield %18 : f32
    } -> tensor<16x128xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %arg2 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%5 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %15 = arith.mulf %in, %in_4 : f32
      linalg.yield %15 : f32
    } -> tensor<16x128xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<16x128xf32>) outs(%5 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.negf %in : f32
      %16 = math.exp %15 : f32
      %17 = arith.addf %16, %cst_0 : f32
      %18 = arith.divf %cst_0, %17 : f32
      linalg.yield %18 : f32
    } -> tensor<16x128xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_2 : tensor<16x128xf32>) outs(%5 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.tanh %in : f32
      linalg.yield %15 : f32
    } -> tensor<16x128xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %9 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%5 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %15 = arith.mulf %in, %in_4 : f32
      linalg.yield %15 : f32
    } -> tensor<16x128xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %10 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%5 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %15 = arith.addf %in, %in_4 : f32
      linalg.yield %15 : f32
    } -> tensor<16x128xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3 : tensor<16x128xf32>) outs(%5 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.negf %in : f32
      %16 = math.exp %15 : f32
      %17 = arith.addf %16, %cst_0 : f32
      %18 = arith.divf %cst_0, %17 : f32
      linalg.yield %18 : f32
    } -> tensor<16x128xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<16x128xf32>) outs(%5 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.tanh %in : f32
      linalg.yield %15 : f32
    } -> tensor<16x128xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%5 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %15 = arith.mulf %in, %in_4 : f32
      linalg.yield %15 : f32
    } -> tensor<16x128xf32>
    return %14, %11 : tensor<16x128xf32>, tensor<16x128xf32>
  }
}
