// flax.linen.LSTMCell from StableHLO: one product for the four gates, cut apart by slices; logistic
// spelled out, arithmetic on whole tensors.
module @jit_lstm attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%c: tensor<8x16xf32>, %h: tensor<8x16xf32>, %x: tensor<8x12xf32>, %wx: tensor<12x64xf32>, %wh: tensor<16x64xf32>, %b: tensor<64xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %one = arith.constant dense<1.000000e+00> : tensor<8x16xf32>
    %0 = tensor.empty() : tensor<8x64xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %2 = linalg.matmul ins(%x, %wx : tensor<8x12xf32>, tensor<12x64xf32>) outs(%1 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %3 = linalg.matmul ins(%h, %wh : tensor<8x16xf32>, tensor<16x64xf32>) outs(%1 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %4 = arith.addf %2, %3 : tensor<8x64xf32>
    %5 = linalg.broadcast ins(%b : tensor<64xf32>) outs(%0 : tensor<8x64xf32>) dimensions = [0]
    %6 = arith.addf %4, %5 : tensor<8x64xf32>
    %i0 = tensor.extract_slice %6[0, 0] [8, 16] [1, 1] : tensor<8x64xf32> to tensor<8x16xf32>
    %f0 = tensor.extract_slice %6[0, 16] [8, 16] [1, 1] : tensor<8x64xf32> to tensor<8x16xf32>
    %g0 = tensor.extract_slice %6[0, 32] [8, 16] [1, 1] : tensor<8x64xf32> to tensor<8x16xf32>
    %o0 = tensor.extract_slice %6[0, 48] [8, 16] [1, 1] : tensor<8x64xf32> to tensor<8x16xf32>
    %i1 = arith.negf %i0 : tensor<8x16xf32>
    %i2 = math.exp %i1 : tensor<8x16xf32>
    %i3 = arith.addf %i2, %one : tensor<8x16xf32>
    %i = arith.divf %one, %i3 : tensor<8x16xf32>
    %f1 = arith.negf %f0 : tensor<8x16xf32>
    %f2 = math.exp %f1 : tensor<8x16xf32>
    %f3 = arith.addf %f2, %one : tensor<8x16xf32>
    %f = arith.divf %one, %f3 : tensor<8x16xf32>
    %g = math.tanh %g0 : tensor<8x16xf32>
    %o1 = arith.negf %o0 : tensor<8x16xf32>
    %o2 = math.exp %o1 : tensor<8x16xf32>
    %o3 = arith.addf %o2, %one : tensor<8x16xf32>
    %o = arith.divf %one, %o3 : tensor<8x16xf32>
    %c1 = arith.mulf %f, %c : tensor<8x16xf32>
    %c2 = arith.mulf %i, %g : tensor<8x16xf32>
    %c3 = arith.addf %c1, %c2 : tensor<8x16xf32>
    %h1 = math.tanh %c3 : tensor<8x16xf32>
    %h2 = arith.mulf %o, %h1 : tensor<8x16xf32>
    return %c3, %h2 : tensor<8x16xf32>, tensor<8x16xf32>
  }
}
