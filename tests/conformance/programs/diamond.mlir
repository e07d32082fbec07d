// One producer read by two operations that meet again: its copies agree.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @diamond(%a: tensor<30x44xf32>, %out: tensor<30x44xf32>) -> tensor<30x44xf32> {
  %e = tensor.empty() : tensor<30x44xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<30x44xf32>) outs(%e : tensor<30x44xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = math.exp %x : f32
    linalg.yield %0 : f32
  } -> tensor<30x44xf32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<30x44xf32>) outs(%e : tensor<30x44xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %x : f32
    linalg.yield %0 : f32
  } -> tensor<30x44xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %l : tensor<30x44xf32>, tensor<30x44xf32>) outs(%out : tensor<30x44xf32>) {
  ^bb0(%x: f32, %z: f32, %y: f32):
    %0 = arith.addf %x, %z : f32
    linalg.yield %0 : f32
  } -> tensor<30x44xf32>
  return %r : tensor<30x44xf32>
}
