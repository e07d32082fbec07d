// Steps of a layer become one operation, and the others are numbered anew.
// RUN: %mlirgym-opt %s --mlirgym-fuse-elementwise --split-input-file | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         linalg.fill {mlirgym.op = "op0.init"}
// CHECK:         linalg.matmul {mlirgym.op = "op0"}
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%{{.+}} : tensor<8x16xf32>, tensor<16xf32>)
// CHECK-SAME:      mlirgym.op = "op1"
// CHECK:           arith.addf
// CHECK:           math.tanh
// CHECK:           arith.negf
// CHECK-NOT:     mlirgym.op
// CHECK:         return
#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @payload(%a: tensor<8x4xf32>, %b: tensor<4x16xf32>, %bias: tensor<16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x16xf32>
  %fill = linalg.fill {mlirgym.op = "op0.init"} ins(%zero : f32) outs(%empty : tensor<8x16xf32>) -> tensor<8x16xf32>
  %product = linalg.matmul {mlirgym.op = "op0"} ins(%a, %b : tensor<8x4xf32>, tensor<4x16xf32>) outs(%fill : tensor<8x16xf32>) -> tensor<8x16xf32>
  %sum = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<8x16xf32>, tensor<16xf32>) outs(%empty : tensor<8x16xf32>) attrs = {mlirgym.op = "op1"} {
    ^bb0(%x: f32, %y: f32, %out: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
  } -> tensor<8x16xf32>
  %tanh = linalg.tanh {mlirgym.op = "op2"} ins(%sum : tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) -> tensor<8x16xf32>
  %result = linalg.negf {mlirgym.op = "op3"} ins(%tanh : tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %result : tensor<8x16xf32>
}

// -----

// A reduction that reads each element once takes its operand in.
// CHECK-LABEL: func.func @payload
// CHECK:         linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "reduction"]
// CHECK-SAME:      mlirgym.op = "op0"
// CHECK:           arith.mulf
// CHECK:           arith.addf
// CHECK-NOT:     mlirgym.op
// CHECK:         return
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @payload(%a: tensor<8x16xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %wide = tensor.empty() : tensor<8x16xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %square = linalg.mul {mlirgym.op = "op0"} ins(%a, %a : tensor<8x16xf32>, tensor<8x16xf32>) outs(%wide : tensor<8x16xf32>) -> tensor<8x16xf32>
  %fill = linalg.fill {mlirgym.op = "op1.init"} ins(%zero : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%square : tensor<8x16xf32>) outs(%fill : tensor<8xf32>) attrs = {mlirgym.op = "op1"} {
    ^bb0(%x: f32, %out: f32):
      %s = arith.addf %x, %out : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  return %sum : tensor<8xf32>
}

// -----

// What would be computed several times remains: for each column of the product, for each row of a
// bias, or for each of two readers.
// CHECK-LABEL: func.func @payload
// CHECK:         linalg.generic
// CHECK-SAME:      mlirgym.op = "op0"
// CHECK:         linalg.matmul {mlirgym.op = "op1"}
// CHECK:         linalg.generic
// CHECK-SAME:      mlirgym.op = "op2"
// CHECK:         linalg.generic
// CHECK-SAME:      mlirgym.op = "op3"
// CHECK:         return
#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @payload(%a: tensor<8x4xf32>, %b: tensor<4x16xf32>, %bias: tensor<16xf32>) -> (tensor<8x16xf32>, tensor<8x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %small = tensor.empty() : tensor<8x4xf32>
  %row = tensor.empty() : tensor<16xf32>
  %empty = tensor.empty() : tensor<8x16xf32>
  %exp = linalg.exp {mlirgym.op = "op0"} ins(%a : tensor<8x4xf32>) outs(%small : tensor<8x4xf32>) -> tensor<8x4xf32>
  %fill = linalg.fill {mlirgym.op = "op1.init"} ins(%zero : f32) outs(%empty : tensor<8x16xf32>) -> tensor<8x16xf32>
  %product = linalg.matmul {mlirgym.op = "op1"} ins(%exp, %b : tensor<8x4xf32>, tensor<4x16xf32>) outs(%fill : tensor<8x16xf32>) -> tensor<8x16xf32>
  %root = linalg.sqrt {mlirgym.op = "op2"} ins(%bias : tensor<16xf32>) outs(%row : tensor<16xf32>) -> tensor<16xf32>
  %sum = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%product, %root : tensor<8x16xf32>, tensor<16xf32>) outs(%empty : tensor<8x16xf32>) attrs = {mlirgym.op = "op3"} {
    ^bb0(%x: f32, %y: f32, %out: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
  } -> tensor<8x16xf32>
  return %sum, %exp : tensor<8x16xf32>, tensor<8x4xf32>
}
