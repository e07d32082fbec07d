// The form of MLIR-RL's data set: the operation is timed inside the program.
// The timing code is stripped when it is loaded.
module {
  func.func private @nanoTime() -> i64 attributes {llvm.emit_c_interface}
  func.func @main(%a: tensor<64x96xf64>, %b: tensor<96x80xf64>, %c: tensor<64x80xf64>)
      -> (tensor<64x80xf64>, i64) attributes {llvm.emit_c_interface} {
    %t0 = func.call @nanoTime() : () -> i64
    %r = linalg.matmul {tag = "operation_0"} ins(%a, %b : tensor<64x96xf64>, tensor<96x80xf64>)
                       outs(%c : tensor<64x80xf64>) -> tensor<64x80xf64>
    %t1 = func.call @nanoTime() : () -> i64
    %delta = arith.subi %t1, %t0 : i64
    return %r, %delta : tensor<64x80xf64>, i64
  }
}
