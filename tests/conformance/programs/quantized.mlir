// Narrow inputs, a wide accumulator, an operation in between.
func.func @quantized(%a: tensor<20x36xi8>, %b: tensor<36x28xi8>, %out: tensor<20x28xi32>) -> tensor<20x28xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<20x28xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<20x28xi32>) -> tensor<20x28xi32>
  %m = linalg.matmul ins(%a, %b : tensor<20x36xi8>, tensor<36x28xi8>) outs(%f : tensor<20x28xi32>) -> tensor<20x28xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<20x28xi32>) outs(%out : tensor<20x28xi32>) {
  ^bb0(%x: i32, %y: i32):
    %0 = arith.maxsi %x, %zero : i32
    linalg.yield %0 : i32
  } -> tensor<20x28xi32>
  return %r : tensor<20x28xi32>
}
