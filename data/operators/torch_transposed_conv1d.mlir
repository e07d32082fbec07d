// torch_transposed_conv1d
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<4x32x256xf32>, %arg1: tensor<32x40x5xf32>) -> tensor<4x40x260xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c4 = arith.constant 4 : index
    %0 = tensor.empty() : tensor<40x32x5xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<40x32x5xf32>) -> tensor<40x32x5xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%1 : tensor<40x32x5xf32>) {
    ^bb0(%out: f32):
      %8 = linalg.index 0 : index
      %9 = linalg.index 1 : index
      %10 = linalg.index 2 : index
      %11 = arith.subi %c4, %10 : index
      %extracted = tensor.extract %arg1[%9, %8, %11] : tensor<32x40x5xf32>
      linalg.yield %extracted : f32
    } -> tensor<40x32x5xf32>
    %3 = tensor.empty() : tensor<4x32x264xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<4x32x264xf32>) -> tensor<4x32x264xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %4[0, 0, 4] [4, 32, 256] [1, 1, 1] : tensor<4x32x256xf32> into tensor<4x32x264xf32>
    %5 = tensor.empty() : tensor<4x40x260xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<4x40x260xf32>) -> tensor<4x40x260xf32>
    %7 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%inserted_slice, %2 : tensor<4x32x264xf32>, tensor<40x32x5xf32>) outs(%6 : tensor<4x40x260xf32>) -> tensor<4x40x260xf32>
    return %7 : tensor<4x40x260xf32>
  }
}
