// A contiguous local copy of the slice of input 1, made once per tile of columns.
// RUN: %mlirgym dump %s --schedule "op0: tile(0,16,0) promote(1) tile(8,0,0)" | FileCheck %s
// RUN: %mlirgym dump %s --stage bufferized --schedule "op0: tile(0,16,0) promote(1) tile(8,0,0) vectorize" | FileCheck %s --check-prefix=BUFFER
// RUN: %mlirgym dump %s --stage llvm --schedule "op0: tile(0,16,0) promote(1)" | FileCheck %s --check-prefix=LLVM
// CHECK-LABEL: func.func @payload
// CHECK:         scf.for
// CHECK:           %[[LOCAL:.+]] = {{.*}}tensor<10x16xf32>
// CHECK:           scf.for
// CHECK:             linalg.matmul
// BUFFER-LABEL: func.func @payload
// BUFFER:         memref.alloc{{.*}} memref<10x16xf32
// Rows are copied as vectors, though nothing else is vectorised.
// LLVM:         call ptr @malloc
// LLVM-NOT:     load float
// LLVM:         load <{{[0-9]+}} x float>
// LLVM:         store <{{[0-9]+}} x float>
func.func @matmul(%a: tensor<64x10xf32>, %b: tensor<10x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x10xf32>, tensor<10x48xf32>) outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
