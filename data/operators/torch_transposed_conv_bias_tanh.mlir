// torch_transposed_conv_bias_tanh
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<1x32x16x16xf32>, %arg1: tensor<32x24x4x4xf32>, %arg2: tensor<24x1x1xf32>) -> tensor<1x24x34x34xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c3 = arith.constant 3 : index
    %cst_0 = arith.constant 1.500000e+01 : f32
    %0 = tensor.empty() : tensor<24x32x4x4xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<24x32x4x4xf32>) -> tensor<24x32x4x4xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%1 : tensor<24x32x4x4xf32>) {
    ^bb0(%out: f32):
      %11 = linalg.index 0 : index
      %12 = linalg.index 1 : index
      %13 = linalg.index 2 : index
      %14 = linalg.index 3 : index
      %15 = arith.subi %c3, %13 : index
      %16 = arith.subi %c3, %14 : index
      %extracted = tensor.extract %arg1[%12, %11, %15, %16] : tensor<32x24x4x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<24x32x4x4xf32>
    %3 = tensor.empty() : tensor<1x32x37x37xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x32x37x37xf32>) -> tensor<1x32x37x37xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %4[0, 0, 3, 3] [1, 32, 16, 16] [1, 1, 2, 2] : tensor<1x32x16x16xf32> into tensor<1x32x37x37xf32>
    %5 = tensor.empty() : tensor<1x24x34x34xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<1x24x34x34xf32>) -> tensor<1x24x34x34xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %2 : tensor<1x32x37x37xf32>, tensor<24x32x4x4xf32>) outs(%6 : tensor<1x24x34x34xf32>) -> tensor<1x24x34x34xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x24x34x34xf32>) outs(%5 : tensor<1x24x34x34xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.divf %in, %cst_0 : f32
      linalg.yield %11 : f32
    } -> tensor<1x24x34x34xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %arg2 : tensor<1x24x34x34xf32>, tensor<24x1x1xf32>) outs(%5 : tensor<1x24x34x34xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %11 = arith.subf %in, %in_1 : f32
      linalg.yield %11 : f32
    } -> tensor<1x24x34x34xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x24x34x34xf32>) outs(%5 : tensor<1x24x34x34xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = math.tanh %in : f32
      linalg.yield %11 : f32
    } -> tensor<1x24x34x34xf32>
    return %10 : tensor<1x24x34x34xf32>
  }
}
