// The matmul's result leaves the program and is read by the other operation.
func.func @two_outputs(%a: tensor<24x40xf32>, %b: tensor<40x56xf32>, %o0: tensor<24x56xf32>, %o1: tensor<24x56xf32>) -> (tensor<24x56xf32>, tensor<24x56xf32>) {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%o0 : tensor<24x56xf32>) -> tensor<24x56xf32>
  %m = linalg.matmul ins(%a, %b : tensor<24x40xf32>, tensor<40x56xf32>) outs(%f : tensor<24x56xf32>) -> tensor<24x56xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<24x56xf32>) outs(%o1 : tensor<24x56xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.maximumf %x, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<24x56xf32>
  return %m, %r : tensor<24x56xf32>, tensor<24x56xf32>
}
