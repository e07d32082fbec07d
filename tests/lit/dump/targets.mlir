// Code for other processors than this one, with the vectors that they have. No device is needed.
// RUN: %mlirgym dump %s --schedule "op0: tile(4,16,1) vectorize" --stage asm --target aarch64 | FileCheck %s --check-prefix=NEON
// RUN: %mlirgym dump %s --schedule "op0: tile(4,16,1) vectorize" --stage asm --target riscv64 --features +v | FileCheck %s --check-prefix=RVV
// RUN: %mlirgym dump %s --schedule "op0: tile(4,16,1) vectorize" --stage asm --target riscv64 --features +v,+zvl512b | FileCheck %s --check-prefix=LONG
// RUN: %mlirgym dump %s --schedule "op0: tile(4,16,1) vectorize" --stage asm --target riscv64 | FileCheck %s --check-prefix=SCALAR
// RUN: %mlirgym dump %s --schedule "op0: tile(4,16,1) vectorize" --stage asm --target x86_64 --cpu x86-64-v3 | FileCheck %s --check-prefix=AVX2
// RUN: %mlirgym dump %s --schedule "op0: tile(4,16,1) vectorize" --stage asm --target x86_64 --cpu x86-64-v4 | FileCheck %s --check-prefix=AVX512
// RUN: %mlirgym dump %s --schedule "op0: tile(4,16,1) vectorize" --stage llvm --target aarch64 --cpu neoverse-n1 | FileCheck %s --check-prefix=LLVM

// A row of 16 elements is four registers of 128 bits, and four rows of accumulators are sixteen, or
// eight pairs. With one register per row, the loop of ten iterations is unrolled.
// NEON-LABEL:    _mlir_ciface_payload:
// NEON-COUNT-16: fmla v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.s[
// NEON-NOT:      fmla

// RVV-LABEL:     _mlir_ciface_payload:
// RVV:           vsetivli zero, 16, e32, m4
// RVV-COUNT-16:  vfmacc.vf v{{[0-9]+}}, {{[a-z]+[0-9]+}}, v{{[0-9]+}}
// RVV-NOT:       , m2

// LONG-LABEL:    _mlir_ciface_payload:
// LONG:          vsetivli zero, 16, e32, m1
// LONG-COUNT-40: vfma{{cc|dd}}.vf
// LONG-NOT:      vfma

// SCALAR-LABEL:  _mlir_ciface_payload:
// SCALAR-NOT:    vset
// SCALAR-COUNT-16: fmadd.s

// AVX2-LABEL:    _mlir_ciface_payload:
// AVX2-NOT:      zmm
// AVX2-COUNT-8:  vfmadd{{[0-9]+}}ps {{.*}}%ymm
// AVX2-NOT:      vfmadd

// AVX512-LABEL:  _mlir_ciface_payload:
// AVX512-COUNT-40: vfmadd{{[0-9]+}}ps {{.*}}%zmm
// AVX512-NOT:    vfmadd

// LLVM: target triple = "aarch64-unknown-linux-gnu"
// LLVM: "target-cpu"="neoverse-n1"
func.func @matmul(%a: tensor<64x10xf32>, %b: tensor<10x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x10xf32>, tensor<10x48xf32>) outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
