// Two public functions, one of a shape that is not known, and what a front end leaves beside them.
module {
  ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
  llvm.func @free(!llvm.ptr)
  func.func @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
    return %a : tensor<?xf32>
  }
  func.func @second(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %e = tensor.empty() : tensor<8x16xf32>
    %0 = linalg.exp ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
}
