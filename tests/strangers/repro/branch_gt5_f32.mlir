func.func @branch(%m: tensor<256x256xf32>, %x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %e = tensor.empty() : tensor<256x256xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m, %x : tensor<256x256xf32>, tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) {
  ^bb0(%k: f32, %v: f32, %o: f32):
    %z = arith.constant 5.0 : f32
    %c = arith.cmpf ogt, %k, %z : f32
    %t = math.tanh %v : f32
    %y = arith.select %c, %t, %v : f32
    linalg.yield %y : f32
  } -> tensor<256x256xf32>
  return %r : tensor<256x256xf32>
}
