// scalar_arg.mlir, changed as its message says
#i = affine_map<(m,n) -> (m,n)>
#s = affine_map<(m,n) -> ()>
func.func @gemm(%alpha: tensor<f32>, %beta: tensor<f32>, %a: tensor<20x24xf32>, %b: tensor<24x28xf32>, %c: tensor<20x28xf32>) -> tensor<20x28xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x28xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<20x28xf32>) -> tensor<20x28xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<20x24xf32>, tensor<24x28xf32>) outs(%f : tensor<20x28xf32>) -> tensor<20x28xf32>
  %al = tensor.extract %alpha[] : tensor<f32>
  %1 = linalg.generic {indexing_maps = [#i, #s, #s, #i], iterator_types = ["parallel","parallel"]} ins(%0, %al, %beta : tensor<20x28xf32>, f32, tensor<f32>) outs(%c : tensor<20x28xf32>) {
    ^bb0(%p: f32, %x: f32, %y: f32, %o: f32):
      %u = arith.mulf %p, %x : f32
      %v = arith.mulf %o, %y : f32
      %w = arith.addf %u, %v : f32
      linalg.yield %w : f32
  } -> tensor<20x28xf32>
  return %1 : tensor<20x28xf32>
}
