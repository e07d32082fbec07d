// Reads one producer at two offsets: its copies would differ.
#left = affine_map<(d0, d1) -> (d0, d1)>
#mid = affine_map<(d0, d1) -> (d0, d1 + 1)>
#right = affine_map<(d0, d1) -> (d0, d1 + 2)>
func.func @stencil(%a: tensor<22x48xf32>, %b: tensor<22x46xf32>, %out: tensor<22x46xf32>) -> tensor<22x46xf32> {
  %e = tensor.empty() : tensor<22x48xf32>
  %p = linalg.generic {indexing_maps = [#left, #left], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<22x48xf32>) outs(%e : tensor<22x48xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = math.exp %x : f32
    linalg.yield %0 : f32
  } -> tensor<22x48xf32>
  %r = linalg.generic {indexing_maps = [#left, #mid, #right, #left], iterator_types = ["parallel", "parallel"]}
      ins(%b, %p, %p : tensor<22x46xf32>, tensor<22x48xf32>, tensor<22x48xf32>) outs(%out : tensor<22x46xf32>) {
  ^bb0(%w: f32, %x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.addf %0, %w : f32
    linalg.yield %1 : f32
  } -> tensor<22x46xf32>
  return %r : tensor<22x46xf32>
}
