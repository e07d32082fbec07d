// The threads of a block share the loops of an operation: it stays one. A tile of one thread keeps
// its mark, unless its size varies.
// RUN: %mlirgym-opt %s --mlirgym-unmark-blocks | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         scf.forall
// CHECK-NOT:       mlirgym.vectorize
// CHECK:           linalg.fill ins(%{{.+}} : f32) outs(%{{.+}} : tensor<8xf32>)
// CHECK:           scf.forall
// CHECK:             linalg.fill {mlirgym.vectorize} ins(%{{.+}} : f32) outs(%{{.+}} : tensor<4xf32>)
// CHECK-NOT:         mlirgym.vectorize
// CHECK:             linalg.fill ins(%{{.+}} : f32) outs(%{{.+}} : tensor<?xf32>)
func.func @payload(%a: tensor<16xf32>, %size: index) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = scf.forall (%i) = (0) to (16) step (8) shared_outs(%out = %a) -> tensor<16xf32> {
    %tile = tensor.extract_slice %out[%i] [8] [1] : tensor<16xf32> to tensor<8xf32>
    %filled = linalg.fill {mlirgym.vectorize} ins(%zero : f32) outs(%tile : tensor<8xf32>) -> tensor<8xf32>
    %1 = scf.forall (%j) = (0) to (8) step (4) shared_outs(%inner = %filled) -> tensor<8xf32> {
      %part = tensor.extract_slice %inner[%j] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %2 = linalg.fill {mlirgym.vectorize} ins(%zero : f32) outs(%part : tensor<4xf32>) -> tensor<4xf32>
      %some = tensor.extract_slice %2[0] [%size] [1] : tensor<4xf32> to tensor<?xf32>
      %3 = linalg.fill {mlirgym.vectorize} ins(%zero : f32) outs(%some : tensor<?xf32>) -> tensor<?xf32>
      %4 = tensor.insert_slice %3 into %2[0] [%size] [1] : tensor<?xf32> into tensor<4xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %4 into %inner[%j] [4] [1] : tensor<4xf32> into tensor<8xf32>
      }
    } {mapping = [#gpu.thread<linear_dim_0>]}
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %out[%i] [8] [1] : tensor<8xf32> into tensor<16xf32>
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return %0 : tensor<16xf32>
}
