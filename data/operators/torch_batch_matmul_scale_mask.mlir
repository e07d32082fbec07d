// torch_batch_matmul_scale_mask
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> ()>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<6x64x64xf32>, %arg1: tensor<6x64x80xf32>, %arg2: tensor<64x80xi1>) -> tensor<6x64x80xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<-1.000000e+09> : tensor<f32>
    %cst_2 = arith.constant 8.000000e+00 : f32
    %0 = tensor.empty() : tensor<6x64x80xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<6x64x80xf32>) -> tensor<6x64x80xf32>
    %2 = linalg.batch_matmul ins(%arg0, %arg1 : tensor<6x64x64xf32>, tensor<6x64x80xf32>) outs(%1 : tensor<6x64x80xf32>) -> tensor<6x64x80xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<6x64x80xf32>) outs(%0 : tensor<6x64x80xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.divf %in, %cst_2 : f32
      linalg.yield %18 : f32
    } -> tensor<6x64x80xf32>
    %4 = tensor.empty() : tensor<64x80xi1>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<64x80xi1>) outs(%4 : tensor<64x80xi1>) {
    ^bb0(%in: i1, %out: i1):
      %18 = arith.xori %in, %true : i1
      linalg.yield %18 : i1
    } -> tensor<64x80xi1>
    %6 = linalg.generic {indexing_maps = [#map2, #map3, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %cst_1, %3 : tensor<64x80xi1>, tensor<f32>, tensor<6x64x80xf32>) outs(%0 : tensor<6x64x80xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %18 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %18 : f32
    } -> tensor<6x64x80xf32>
    %7 = tensor.empty() : tensor<6x64xi64>
    %8 = linalg.fill ins(%c0_i64 : i64) outs(%7 : tensor<6x64xi64>) -> tensor<6x64xi64>
    %9 = tensor.empty() : tensor<6x64xf32>
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<6x64xf32>) -> tensor<6x64xf32>
    %11:2 = linalg.generic {indexing_maps = [#map, #map4, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<6x64x80xf32>) outs(%10, %8 : tensor<6x64xf32>, tensor<6x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_3: i64):
      %18 = linalg.index 2 : index
      %19 = arith.index_cast %18 : index to i64
      %20 = arith.maximumf %in, %out : f32
      %21 = arith.cmpf ogt, %in, %out : f32
      %22 = arith.select %21, %19, %out_3 : i64
      linalg.yield %20, %22 : f32, i64
    } -> (tensor<6x64xf32>, tensor<6x64xi64>)
    %expanded = tensor.expand_shape %11#0 [[0], [1, 2]] output_shape [6, 64, 1] : tensor<6x64xf32> into tensor<6x64x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %expanded : tensor<6x64x80xf32>, tensor<6x64x1xf32>) outs(%0 : tensor<6x64x80xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %18 = arith.subf %in, %in_3 : f32
      linalg.yield %18 : f32
    } -> tensor<6x64x80xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<6x64x80xf32>) outs(%0 : tensor<6x64x80xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = math.exp %in : f32
      linalg.yield %18 : f32
    } -> tensor<6x64x80xf32>
    %14 = tensor.empty() : tensor<6x64x1xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<6x64x1xf32>) -> tensor<6x64x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%13 : tensor<6x64x80xf32>) outs(%15 : tensor<6x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.addf %in, %out : f32
      linalg.yield %18 : f32
    } -> tensor<6x64x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %16 : tensor<6x64x80xf32>, tensor<6x64x1xf32>) outs(%0 : tensor<6x64x80xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %18 = arith.divf %in, %in_3 : f32
      linalg.yield %18 : f32
    } -> tensor<6x64x80xf32>
    return %17 : tensor<6x64x80xf32>
  }
}
