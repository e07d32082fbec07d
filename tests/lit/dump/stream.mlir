// Whole vectors go past the caches where their address is known to be aligned;
// in rows of 33 elements none is.
// RUN: %mlirgym dump %s --schedule "op0: tile(2,32) stream vectorize" | FileCheck %s
// RUN: %mlirgym dump %s --stage llvm --schedule "op0: tile(2,32) stream vectorize" | FileCheck %s --check-prefix=LLVM
// RUN: %mlirgym dump %s --stage llvm --schedule "op0: tile(2,32) vectorize" | FileCheck %s --check-prefix=PLAIN
// RUN: sed s/16x64x/16x33x/g %s > %t.mlir
// RUN: %mlirgym dump %t.mlir --stage llvm --schedule "op0: tile(2,32) stream vectorize" | FileCheck %s --check-prefix=PLAIN
// CHECK:       mlirgym.stream
// LLVM:        define {{.*}}@_mlir_ciface_payload
// LLVM:          store <{{[0-9]+}} x float> {{.*}}!nontemporal
// PLAIN:       define {{.*}}@_mlir_ciface_payload
// PLAIN-NOT:   !nontemporal
func.func @add(%a: tensor<16x64xf32>, %b: tensor<16x64xf32>, %c: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %0 = linalg.add ins(%a, %b : tensor<16x64xf32>, tensor<16x64xf32>) outs(%c : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}
