// Producer and consumer number the same loops differently.
func.func @transposed(%a: tensor<20x36xf32>, %b: tensor<36x52xf32>, %out: tensor<52x20xf32>) -> tensor<52x20xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<52x20xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<52x20xf32>) -> tensor<52x20xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<20x36xf32>, tensor<36x52xf32>) outs(%f : tensor<52x20xf32>) {
  ^bb0(%x: f32, %z: f32, %y: f32):
    %0 = arith.mulf %x, %z : f32
    %1 = arith.addf %y, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<52x20xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (n, m)>, affine_map<(m, n) -> (n, m)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<52x20xf32>) outs(%out : tensor<52x20xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.maximumf %x, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<52x20xf32>
  return %r : tensor<52x20xf32>
}
