// One loop over all elements, through reshapes that cost nothing: no buffer and
// no copy remains, and vectors of a chunk are aligned though no row is.
// RUN: %mlirgym dump %s --schedule "op0: flatten" | FileCheck %s
// RUN: %mlirgym dump %s --stage bufferized --schedule "op0: flatten tile(64) vectorize" | FileCheck %s --check-prefix=BUFFERS
// RUN: %mlirgym dump relu_4_4_33 --stage bufferized --schedule "op0: flatten tile(64) vectorize" | FileCheck %s --check-prefix=BUFFERS
// RUN: %mlirgym dump %s --stage llvm --schedule "op0: flatten tile_parallel(256) tile(64) vectorize" | FileCheck %s --check-prefix=LLVM
// RUN: %mlirgym dump %s --stage llvm --schedule "op0: flatten tile(64) stream vectorize" | FileCheck %s --check-prefix=STREAM
// RUN: %mlirgym dump %s --stage llvm --schedule "op0: flatten tile_parallel(256) tile(64) stream vectorize" | FileCheck %s --check-prefix=STREAM
// CHECK-LABEL: func.func @payload
// CHECK-COUNT-3: tensor.collapse_shape {{.*}} : tensor<16x33xf32> into tensor<528xf32>
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel"]} {{.*}} attrs = {mlirgym.op = "op0"}
// CHECK:         tensor.expand_shape {{.*}} output_shape [16, 33] : tensor<528xf32> into tensor<16x33xf32>
// BUFFERS-LABEL: func.func @payload
// BUFFERS-NOT:   memref.alloc
// BUFFERS-NOT:   memref.copy
// BUFFERS:       vector.transfer_write
// BUFFERS-NOT:   memref.alloc
// BUFFERS-NOT:   memref.copy
// BUFFERS:       return
// LLVM:          define
// LLVM-NOT:      @malloc
// LLVM-NOT:      llvm.memcpy
// STREAM:        store <{{[0-9]+}} x float> {{.*}}!nontemporal
func.func @add(%a: tensor<16x33xf32>, %b: tensor<16x33xf32>, %c: tensor<16x33xf32>) -> tensor<16x33xf32> {
  %0 = linalg.add ins(%a, %b : tensor<16x33xf32>, tensor<16x33xf32>) outs(%c : tensor<16x33xf32>) -> tensor<16x33xf32>
  return %0 : tensor<16x33xf32>
}
