// Every stage on the way to machine code.
// RUN: %mlirgym dump %s --program | FileCheck %s --check-prefix=PROGRAM
// RUN: %mlirgym dump %s --script --schedule "op0: tile(4,16,1) vectorize" | FileCheck %s --check-prefix=SCRIPT
// RUN: %mlirgym dump %s --stage bufferized --schedule "op0: tile(4,16,1) vectorize" | FileCheck %s --check-prefix=BUFFER
// RUN: %mlirgym dump %s --stage llvm --schedule "op0: tile(4,16,1) vectorize" | FileCheck %s --check-prefix=LLVM
// RUN: %mlirgym dump %s --stage asm --schedule "op0: tile(4,16,1) vectorize" -o %t.s && FileCheck %s --check-prefix=ASM < %t.s
// PROGRAM:       func.func @payload(%{{.+}}: memref<64x10xf32>
// PROGRAM-SAME:    llvm.emit_c_interface
// PROGRAM:         bufferization.to_tensor
// PROGRAM:         mlirgym.op = "op0"
// PROGRAM:         bufferization.materialize_in_destination
// SCRIPT:        transform.with_named_sequence
// SCRIPT:        transform.named_sequence @__transform_main
// SCRIPT:          transform.structured.tile_using_for
// BUFFER-LABEL:  func.func @payload(%{{.+}}: memref<64x10xf32
// BUFFER-NOT:      tensor<
// LLVM:          define {{.*}}@_mlir_ciface_payload
// ASM:           _mlir_ciface_payload:
func.func @matmul(%a: tensor<64x10xf32>, %b: tensor<10x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x10xf32>, tensor<10x48xf32>) outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
