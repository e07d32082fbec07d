// torch_gru_step
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<16x128xf32>, %arg1: tensor<16x128xf32>, %arg2: tensor<128x384xf32>, %arg3: tensor<128x384xf32>) -> tensor<16x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<16x384xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<16x384xf32>) -> tensor<16x384xf32>
    %2 = linalg.matmul ins(%arg0, %arg2 : tensor<16x128xf32>, tensor<128x384xf32>) outs(%1 : tensor<16x384xf32>) -> tensor<16x384xf32>
    %extracted_slice = tensor.extract_slice %2[0, 0] [16, 128] [1, 1] : tensor<16x384xf32> to tensor<16x128xf32>
    %extracted_slice_2 = tensor.extract_slice %2[0, 128] [16, 128] [1, 1] : tensor<16x384xf32> to tensor<16x128xf32>
    %extracted_slice_3 = tensor.extract_slice %2[0, 256] [16, 128] [1, 1] : tensor<16x384xf32> to tensor<16x128xf32>
    %3 = linalg.matmul ins(%arg1, %arg3 : tensor<16x128xf32>, tensor<128x384xf32>) outs(%1 : tensor<16x384xf32>) -> tensor<16x384xf32>
    %extracted_slice_4 = tensor.extract_slice %3[0, 0] [16, 128] [1, 1] : tensor<16x384xf32> to tensor<16x128xf32>
    %extracted_slice_5 = tensor.extract_slice %3[0, 128] [16, 128] [1, 1] : tensor<16x384xf32> to tensor<16x128xf32>
    %extracted_slice_6 = tensor.extract_slice %3[0, 256] [16, 128] [1, 1] : tensor<16x384xf32> to tensor<16x128xf32>
    %4 = tensor.empty() : tensor<16x128xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_2, %extracted_slice_5 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %16 = arith.addf %in, %in_7 : f32
      linalg.yield %16 : f32
    } -> tensor<16x128xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.negf %in : f32
      %17 = math.exp %16 : f32
      %18 = arith.addf %17, %cst_0 : f32
      %19 = arith.divf %cst_0, %18 : f32
      linalg.yield %19 : f32
    } -> tensor<16x128xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %arg1 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %16 = arith.mulf %in, %in_7 : f32
      linalg.yield %16 : f32
    } -> tensor<16x128xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1, %6 : tensor<i64>, tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: i64, %in_7: f32, %out: f32):
      %16 = arith.sitofp %in : i64 to f32
      %17 = arith.subf %16, %in_7 : f32
      linalg.yield %17 : f32
    } -> tensor<16x128xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice, %extracted_slice_4 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %16 = arith.addf %in, %in_7 : f32
      linalg.yield %16 : f32
    } -> tensor<16x128xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.negf %in : f32
      %17 = math.exp %16 : f32
      %18 = arith.addf %17, %cst_0 : f32
      %19 = arith.divf %cst_0, %18 : f32
      linalg.yield %19 : f32
    } -> tensor<16x128xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %extracted_slice_6 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %16 = arith.mulf %in, %in_7 : f32
      linalg.yield %16 : f32
    } -> tensor<16x128xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3, %11 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %16 = arith.addf %in, %in_7 : f32
      linalg.yield %16 : f32
    } -> tensor<16x128xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = math.tanh %in : f32
      linalg.yield %16 : f32
    } -> tensor<16x128xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %13 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %16 = arith.mulf %in, %in_7 : f32
      linalg.yield %16 : f32
    } -> tensor<16x128xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %14 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%4 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %16 = arith.addf %in, %in_7 : f32
      linalg.yield %16 : f32
    } -> tensor<16x128xf32>
    return %15 : tensor<16x128xf32>
  }
}
