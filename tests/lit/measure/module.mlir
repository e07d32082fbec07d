// IR that other tools have transformed is measured in place of a schedule.

// RUN: rm -rf %t && mkdir %t
// RUN: mlir-opt-22 %s --one-shot-bufferize="bufferize-function-boundaries" --convert-linalg-to-affine-loops > %t/loops.mlir
// RUN: %mlirgym measure %s --module %t/loops.mlir --exec-data %t/exec.db --budget-ms 20 --json | FileCheck %s --check-prefix=FIRST
// FIRST: "program": "module"
// FIRST: "schedule": ""
// FIRST: "status": "ok"
// FIRST: "cache_hits": 0
// FIRST: "module": "{{.*}}loops.mlir"

// Its timing is stored under the hash of its IR.
// RUN: %mlirgym replay --exec-data %t/exec.db measure %s --module %t/loops.mlir | FileCheck %s --check-prefix=SECOND
// SECOND: module {{.*}}loops.mlir
// SECOND: status{{ +}}ok
// SECOND: samples{{ +}}1, 1 of them cached

// Down to the LLVM dialect, where a result has become a parameter.
// RUN: mlir-opt-22 %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --buffer-results-to-out-params="modify-public-functions=true hoist-static-allocs=true" --convert-linalg-to-loops --convert-scf-to-cf --expand-strided-metadata --finalize-memref-to-llvm --convert-arith-to-llvm --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts > %t/llvm.mlir
// RUN: grep -q "llvm.func @twice" %t/llvm.mlir
// RUN: %mlirgym measure %s --module %t/llvm.mlir --exec-data %t/exec.db --budget-ms 20 | FileCheck %s --check-prefix=LLVM
// LLVM: status{{ +}}ok

// Another result is no time, and another signature an error.
// RUN: sed 's/arith.addf/arith.mulf/' %t/loops.mlir > %t/wrong.mlir
// RUN: not %mlirgym measure %s --module %t/wrong.mlir --exec-data %t/exec.db --budget-ms 20 | FileCheck %s --check-prefix=WRONG
// WRONG: status{{ +}}wrong_result
// RUN: not %mlirgym measure matmul_8_12_16 --module %t/loops.mlir --exec-data %t/exec.db 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: loops.mlir:{{[0-9]+:[0-9]+}}: @twice(memref<240x360xf32{{.*}} cannot implement program 'matmul_8_12_16', which is @payload(8x12xf32, 12x16xf32) -> (8x16xf32)
// RUN: not %mlirgym measure %s --module %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: none.mlir
// RUN: not %mlirgym measure %s --module %t/loops.mlir --schedule "op0: vectorize" 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: --module

func.func @twice(%a: tensor<240x360xf32>) -> tensor<240x360xf32> {
  %e = tensor.empty() : tensor<240x360xf32>
  %0 = linalg.add ins(%a, %a : tensor<240x360xf32>, tensor<240x360xf32>) outs(%e : tensor<240x360xf32>) -> tensor<240x360xf32>
  return %0 : tensor<240x360xf32>
}
