func.func @branch(%m: tensor<256x256xi32>, %x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %e = tensor.empty() : tensor<256x256xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m, %x : tensor<256x256xi32>, tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) {
  ^bb0(%k: i32, %v: f32, %o: f32):
    %z = arith.constant 0 : i32
    %c = arith.cmpi eq, %k, %z : i32
    %t = math.tanh %v : f32
    %y = arith.select %c, %t, %v : f32
    linalg.yield %y : f32
  } -> tensor<256x256xf32>
  return %r : tensor<256x256xf32>
}
