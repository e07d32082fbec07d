// Whole cache lines go past the caches, and nothing else does. Tiles of 32 of 33
// columns leave gaps; rows of 24 are collected until they fill lines.
// RUN: %mlirgym dump %s --schedule "op0: tile(2,32) stream vectorize" | FileCheck %s
// RUN: %mlirgym dump %s --stage llvm --schedule "op0: tile(2,32) stream vectorize" | FileCheck %s --check-prefix=LLVM
// RUN: %mlirgym dump %s --stage asm --schedule "op0: tile(2,32) stream vectorize" | FileCheck %s --check-prefix=ASM
// RUN: %mlirgym dump %s --stage llvm --schedule "op0: tile(2,32) vectorize" | FileCheck %s --check-prefix=PLAIN
// RUN: sed s/16x64x/160x64x/g %s > %t.mlir
// RUN: %mlirgym dump %t.mlir --stage llvm --schedule "op0: tile(1,8) stream vectorize" | FileCheck %s --check-prefix=LLVM
// RUN: sed s/16x64x/16x33x/g %s > %t.mlir
// RUN: %mlirgym dump %t.mlir --stage llvm --schedule "op0: tile(2,32) stream vectorize" | FileCheck %s --check-prefix=PLAIN
// RUN: %mlirgym dump %t.mlir --stage asm --schedule "op0: tile(2,32) stream vectorize" | FileCheck %s --check-prefix=NOSTREAM
// RUN: sed s/16x64x/160x24x/g %s > %t.mlir
// RUN: %mlirgym dump %t.mlir --stage llvm --schedule "op0: tile(1,0) stream vectorize" | FileCheck %s --check-prefix=ROWS
// RUN: %mlirgym dump %t.mlir --stage asm --schedule "op0: tile(1,0) stream vectorize" | FileCheck %s --check-prefix=ASM
// RUN: %mlirgym dump %t.mlir --stage asm --schedule "op0: flatten tile(64) stream vectorize" | FileCheck %s --check-prefix=ASM
// CHECK:       mlirgym.stream
// LLVM:        define {{.*}}@_mlir_ciface_payload
// LLVM:          store <{{[0-9]+}} x float> {{.*}}!nontemporal
// PLAIN:       define {{.*}}@_mlir_ciface_payload
// PLAIN-NOT:   !nontemporal
// ASM:         movnt
// ROWS:          store <16 x float> {{.*}}, align 64, !nontemporal
// NOSTREAM-NOT: movnt
func.func @add(%a: tensor<16x64xf32>, %b: tensor<16x64xf32>, %c: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %0 = linalg.add ins(%a, %b : tensor<16x64xf32>, tensor<16x64xf32>) outs(%c : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}
