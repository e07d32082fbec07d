// Rows and columns of different producers, one of them read twice.
func.func @broadcast(%a: tensor<26x45xf32>, %b: tensor<45xf32>, %out: tensor<26x45xf32>) -> tensor<26x45xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<26xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<26xf32>) -> tensor<26xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<26x45xf32>) outs(%f0 : tensor<26xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %y, %x : f32
    linalg.yield %0 : f32
  } -> tensor<26xf32>
  %e1 = tensor.empty() : tensor<45xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(j) -> (j)>, affine_map<(j) -> (j)>], iterator_types = ["parallel"]}
      ins(%b : tensor<45xf32>) outs(%e1 : tensor<45xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = math.exp %x : f32
    linalg.yield %0 : f32
  } -> tensor<45xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s, %t, %t : tensor<26xf32>, tensor<45xf32>, tensor<45xf32>) outs(%out : tensor<26x45xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %0, %z : f32
    linalg.yield %1 : f32
  } -> tensor<26x45xf32>
  return %r : tensor<26x45xf32>
}
