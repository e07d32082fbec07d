// Structured ops that are neither matmuls nor generics.
func.func @named_forms(%a: tensor<18x26xf32>, %b: tensor<18xf32>, %out: tensor<26x18xf32>) -> tensor<26x18xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<18xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<18xf32>) -> tensor<18xf32>
  %s = linalg.reduce ins(%a : tensor<18x26xf32>) outs(%f0 : tensor<18xf32>) dimensions = [1]
    (%in: f32, %acc: f32) {
      %0 = arith.addf %in, %acc : f32
      linalg.yield %0 : f32
    }
  %e1 = tensor.empty() : tensor<18xf32>
  %m = linalg.map { arith.mulf } ins(%s, %b : tensor<18xf32>, tensor<18xf32>) outs(%e1 : tensor<18xf32>)
  %e2 = tensor.empty() : tensor<18x26xf32>
  %c = linalg.broadcast ins(%m : tensor<18xf32>) outs(%e2 : tensor<18x26xf32>) dimensions = [1]
  %e3 = tensor.empty() : tensor<18x26xf32>
  %d = linalg.sub ins(%a, %c : tensor<18x26xf32>, tensor<18x26xf32>) outs(%e3 : tensor<18x26xf32>) -> tensor<18x26xf32>
  %e4 = tensor.empty() : tensor<18x26xf32>
  %x = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%d : tensor<18x26xf32>) outs(%e4 : tensor<18x26xf32>) -> tensor<18x26xf32>
  %t = linalg.transpose ins(%x : tensor<18x26xf32>) outs(%out : tensor<26x18xf32>) permutation = [1, 0]
  return %t : tensor<26x18xf32>
}
