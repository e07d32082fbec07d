// Two operations, written as a front end would: tensors in, a tensor out.
//   mlirgym optimize data/programs/matmul_relu.mlir
func.func @matmul_relu(%a: tensor<192x256xf32>, %b: tensor<256x160xf32>) -> tensor<192x160xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<192x160xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<192x160xf32>) -> tensor<192x160xf32>
  %product = linalg.matmul ins(%a, %b : tensor<192x256xf32>, tensor<256x160xf32>)
                           outs(%init : tensor<192x160xf32>) -> tensor<192x160xf32>
  %relu = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<192x160xf32>) outs(%empty : tensor<192x160xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.maximumf %x, %zero : f32
    linalg.yield %y : f32
  } -> tensor<192x160xf32>
  return %relu : tensor<192x160xf32>
}
