// jax.nn.gelu(approximate=True) after a dense layer, dot_general as a generic operation.
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
module @jit_gelu {
  func.func public @main(%arg0: tensor<24x40xf32>, %arg1: tensor<40x56xf32>) -> (tensor<24x56xf32> {jax.result_info = ""}) {
    %cst = arith.constant 0.000000e+00 : f32
    %half = arith.constant dense<5.000000e-01> : tensor<24x56xf32>
    %k0 = arith.constant dense<4.471500e-02> : tensor<24x56xf32>
    %k1 = arith.constant dense<0.797884583> : tensor<24x56xf32>
    %one = arith.constant dense<1.000000e+00> : tensor<24x56xf32>
    %0 = tensor.empty() : tensor<24x56xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<24x56xf32>) -> tensor<24x56xf32>
    %2 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<24x40xf32>, tensor<40x56xf32>) outs(%1 : tensor<24x56xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.mulf %in, %in_0 : f32
      %13 = arith.addf %out, %12 : f32
      linalg.yield %13 : f32
    } -> tensor<24x56xf32>
    %3 = arith.mulf %2, %2 : tensor<24x56xf32>
    %4 = arith.mulf %3, %2 : tensor<24x56xf32>
    %5 = arith.mulf %4, %k0 : tensor<24x56xf32>
    %6 = arith.addf %2, %5 : tensor<24x56xf32>
    %7 = arith.mulf %6, %k1 : tensor<24x56xf32>
    %8 = math.tanh %7 : tensor<24x56xf32>
    %9 = arith.addf %8, %one : tensor<24x56xf32>
    %10 = arith.mulf %9, %half : tensor<24x56xf32>
    %11 = arith.mulf %2, %10 : tensor<24x56xf32>
    return %11 : tensor<24x56xf32>
  }
}
