// torch.max(x, dim=1): the largest of each row and its place, one operation with two results.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
module {
  func.func @forward(%x: tensor<16x40xf32>) -> (tensor<16xf32>, tensor<16xi64>) {
    %low = arith.constant 0xFF800000 : f32
    %c0 = arith.constant 0 : i64
    %0 = tensor.empty() : tensor<16xf32>
    %1 = linalg.fill ins(%low : f32) outs(%0 : tensor<16xf32>) -> tensor<16xf32>
    %2 = tensor.empty() : tensor<16xi64>
    %3 = linalg.fill ins(%c0 : i64) outs(%2 : tensor<16xi64>) -> tensor<16xi64>
    %4:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<16x40xf32>) outs(%1, %3 : tensor<16xf32>, tensor<16xi64>) {
    ^bb0(%in: f32, %out: f32, %out_0: i64):
      %5 = linalg.index 1 : index
      %6 = arith.index_cast %5 : index to i64
      %7 = arith.maximumf %in, %out : f32
      %8 = arith.cmpf ogt, %in, %out : f32
      %9 = arith.select %8, %6, %out_0 : i64
      linalg.yield %7, %9 : f32, i64
    } -> (tensor<16xf32>, tensor<16xi64>)
    return %4#0, %4#1 : tensor<16xf32>, tensor<16xi64>
  }
}
