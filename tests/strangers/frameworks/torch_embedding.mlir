// nn.Embedding: rows of a table, picked by integers of an argument.
#idx = affine_map<(d0, d1, d2) -> (d0, d1)>
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @forward(%indices: tensor<2x3xi64>, %table: tensor<5x20000xf32>) -> tensor<2x3x20000xf32> {
    %0 = tensor.empty() : tensor<2x3x20000xf32>
    %1 = linalg.generic {indexing_maps = [#idx, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%indices : tensor<2x3xi64>) outs(%0 : tensor<2x3x20000xf32>) {
    ^bb0(%in: i64, %out: f32):
      %2 = arith.index_cast %in : i64 to index
      %3 = linalg.index 2 : index
      %extracted = tensor.extract %table[%2, %3] : tensor<5x20000xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x3x20000xf32>
    return %1 : tensor<2x3x20000xf32>
  }
}
