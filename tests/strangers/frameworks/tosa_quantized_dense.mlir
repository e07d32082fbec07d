// A quantised layer: i8 operands with zero points, i32 sums, rescaled to i8 in fixed point.
#id = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%x: tensor<8x32xi8>, %w: tensor<32x24xi8>) -> tensor<8x24xi8> {
    %zero = arith.constant 0 : i32
    %zx = arith.constant 3 : i32
    %zw = arith.constant -2 : i32
    %multiplier = arith.constant 1342177 : i64
    %rounding = arith.constant 536870912 : i64
    %shift = arith.constant 30 : i64
    %low = arith.constant -128 : i64
    %high = arith.constant 127 : i64
    %0 = tensor.empty() : tensor<8x24xi32>
    %1 = linalg.fill ins(%zero : i32) outs(%0 : tensor<8x24xi32>) -> tensor<8x24xi32>
    %2 = linalg.quantized_matmul ins(%x, %w, %zx, %zw : tensor<8x32xi8>, tensor<32x24xi8>, i32, i32) outs(%1 : tensor<8x24xi32>) -> tensor<8x24xi32>
    %3 = tensor.empty() : tensor<8x24xi8>
    %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<8x24xi32>) outs(%3 : tensor<8x24xi8>) {
    ^bb0(%in: i32, %out: i8):
      %5 = arith.extsi %in : i32 to i64
      %6 = arith.muli %5, %multiplier : i64
      %7 = arith.addi %6, %rounding : i64
      %8 = arith.shrsi %7, %shift : i64
      %9 = arith.maxsi %8, %low : i64
      %10 = arith.minsi %9, %high : i64
      %11 = arith.trunci %10 : i64 to i8
      linalg.yield %11 : i8
    } -> tensor<8x24xi8>
    return %4 : tensor<8x24xi8>
  }
}
