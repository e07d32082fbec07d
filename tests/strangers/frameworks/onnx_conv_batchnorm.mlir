// Conv, BatchNormalization and Relu of an exported network, NCHW, stride 2.
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#ch = affine_map<(d0, d1, d2, d3) -> (d1)>
module {
  func.func @main_graph(%x: tensor<2x3x17x17xf32>, %w: tensor<8x3x3x3xf32>, %scale: tensor<8xf32>, %shift: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>) -> tensor<2x8x8x8xf32> {
    %zero = arith.constant 0.000000e+00 : f32
    %eps = arith.constant 9.99999974E-6 : f32
    %0 = tensor.empty() : tensor<2x8x8x8xf32>
    %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<2x3x17x17xf32>, tensor<8x3x3x3xf32>) outs(%1 : tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32>
    %3 = linalg.generic {indexing_maps = [#id, #ch, #ch, #ch, #ch, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %scale, %shift, %mean, %variance : tensor<2x8x8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %g: f32, %b: f32, %m: f32, %v: f32, %out: f32):
      %vv = arith.mulf %v, %v : f32
      %4 = arith.addf %vv, %eps : f32
      %5 = math.sqrt %4 : f32
      %6 = arith.subf %in, %m : f32
      %7 = arith.divf %6, %5 : f32
      %8 = arith.mulf %7, %g : f32
      %9 = arith.addf %8, %b : f32
      %10 = arith.maximumf %9, %zero : f32
      linalg.yield %10 : f32
    } -> tensor<2x8x8x8xf32>
    return %3 : tensor<2x8x8x8xf32>
  }
}
