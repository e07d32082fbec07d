// A file with a transform script takes the place of a schedule.

// RUN: rm -rf %t && mkdir %t
// RUN: %mlirgym dump matmul_64_10_48 --schedule "op0: tile(8,16,0)" --script -o %t/tiled.mlir
// RUN: %mlirgym dump matmul_64_10_48 --schedule-file %t/tiled.mlir > %t/from-script
// RUN: %mlirgym dump matmul_64_10_48 --schedule "op0: tile(8,16,0)" | diff - %t/from-script
// RUN: %mlirgym dump matmul_64_10_48 --schedule-file %s | FileCheck %s --check-prefix=DUMP
// DUMP:     scf.for {{.*}} step %c4
// DUMP-NOT: scf.for

// RUN: %mlirgym measure matmul_64_10_48 --schedule-file %s --exec-data %t/exec.db --budget-ms 5 --json | FileCheck %s --check-prefix=JSON
// JSON: "schedule": ""
// JSON: "status": "ok"
// JSON: "cache_hits": 0
// JSON: "script": "{{.*}}script.mlir"
// RUN: %mlirgym replay --exec-data %t/exec.db measure matmul_64_10_48 --schedule-file %s | FileCheck %s --check-prefix=AGAIN
// AGAIN: script {{.*}}script.mlir
// AGAIN: status{{ +}}ok
// AGAIN: samples{{ +}}1, 1 of them cached

// The script is checked as it is applied, and the kernel as any other.
// RUN: sed 's/@__transform_main/@other/' %s > %t/other.mlir
// RUN: not %mlirgym measure matmul_64_10_48 --schedule-file %t/other.mlir --exec-data %t/exec.db --budget-ms 5 | FileCheck %s --check-prefix=MAIN
// MAIN: status{{ +}}transform_failed: {{.*}}no transform.named_sequence @__transform_main; give the sequence that name{{$}}

// Mistakes name the file.
// RUN: echo "func.func @f() { return }" > %t/none.mlir
// RUN: not %mlirgym measure matmul_64_10_48 --schedule-file %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: mlirgym: error: {{.*}}none.mlir: no transform.named_sequence in this module; give a transform script with @__transform_main, or the text of a schedule
// RUN: echo "op0: tiel(8,0,0)" > %t/text
// RUN: not %mlirgym measure matmul_64_10_48 --schedule-file %t/text 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: mlirgym: error: {{.*}}text: schedule line 1, column 6: 'tiel' is not an action
// RUN: mlir-opt-22 %s --emit-bytecode -o %t/tiled.mlirbc
// RUN: not %mlirgym measure matmul_64_10_48 --schedule-file %t/tiled.mlirbc 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: mlirgym: error: {{.*}}tiled.mlirbc: MLIR bytecode; give the transform script as text

// Only a schedule tells which operations are one kernel.
// RUN: not %mlirgym dump matmul_64_10_48 --schedule-file %s --kernels 2>&1 | FileCheck %s --check-prefix=KERNELS
// RUN: not %mlirgym measure matmul_64_10_48 --schedule-file %s --dump-sources-to %t/k 2>&1 | FileCheck %s --check-prefix=KERNELS
// RUN: not %mlirgym benchmark matmul_64_10_48 --schedule-file %s --exec-data %t/exec.db 2>&1 | FileCheck %s --check-prefix=KERNELS
// KERNELS: mlirgym: error: {{.*}}script.mlir: kernels are those of a schedule, and this is a transform script; give schedule text

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %product tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
