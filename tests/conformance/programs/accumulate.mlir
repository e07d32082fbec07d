// A matmul that adds to what another operation left in its destination.
func.func @accumulate(%a: tensor<24x40xf32>, %b: tensor<40x56xf32>, %bias: tensor<56xf32>, %out: tensor<24x56xf32>) -> tensor<24x56xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x56xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%bias : tensor<56xf32>) outs(%e : tensor<24x56xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<24x56xf32>
  %m = linalg.matmul ins(%a, %b : tensor<24x40xf32>, tensor<40x56xf32>) outs(%p : tensor<24x56xf32>) -> tensor<24x56xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<24x56xf32>) outs(%out : tensor<24x56xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.maximumf %x, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<24x56xf32>
  return %r : tensor<24x56xf32>
}
