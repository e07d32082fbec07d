// torch_max_pool2d_where
#map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
module {
  func.func @main(%arg0: tensor<4x16x64x64xf32>) -> (tensor<4x16x32x32xf32>, tensor<4x16x32x32xi64>) {
    %cst = arith.constant 0xFF800000 : f32
    %c2 = arith.constant 2 : index
    %c-1_i64 = arith.constant -1 : i64
    %c64 = arith.constant 64 : index
    %0 = tensor.empty() : tensor<4x16x32x32xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x16x32x32xf32>) -> tensor<4x16x32x32xf32>
    %2 = tensor.empty() : tensor<2x2xf32>
    %3 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %2 : tensor<4x16x64x64xf32>, tensor<2x2xf32>) outs(%1 : tensor<4x16x32x32xf32>) -> tensor<4x16x32x32xf32>
    %4 = tensor.empty() : tensor<4x16x32x32xi64>
    %5 = linalg.fill ins(%c-1_i64 : i64) outs(%4 : tensor<4x16x32x32xi64>) -> tensor<4x16x32x32xi64>
    %6 = tensor.empty() : tensor<2x2xi64>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%3, %6 : tensor<4x16x32x32xf32>, tensor<2x2xi64>) outs(%5 : tensor<4x16x32x32xi64>) {
    ^bb0(%in: f32, %in_0: i64, %out: i64):
      %8 = linalg.index 0 : index
      %9 = linalg.index 1 : index
      %10 = linalg.index 2 : index
      %11 = linalg.index 4 : index
      %12 = arith.muli %10, %c2 : index
      %13 = arith.addi %12, %11 : index
      %14 = linalg.index 3 : index
      %15 = linalg.index 5 : index
      %16 = arith.muli %14, %c2 : index
      %17 = arith.addi %16, %15 : index
      %extracted = tensor.extract %arg0[%8, %9, %13, %17] : tensor<4x16x64x64xf32>
      %18 = arith.cmpf oeq, %extracted, %in : f32
      %19 = arith.muli %13, %c64 : index
      %20 = arith.addi %17, %19 : index
      %21 = arith.index_cast %20 : index to i64
      %22 = arith.select %18, %21, %out : i64
      %23 = arith.cmpi eq, %out, %c-1_i64 : i64
      %24 = arith.select %23, %22, %out : i64
      linalg.yield %24 : i64
    } -> tensor<4x16x32x32xi64>
    return %3, %7 : tensor<4x16x32x32xf32>, tensor<4x16x32x32xi64>
  }
}
