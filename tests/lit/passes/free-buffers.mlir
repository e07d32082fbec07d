// Buffers are freed where the function returns, or at the end of their block.

// RUN: %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(mlirgym-free-buffers)' | FileCheck %s

// CHECK-LABEL: func.func @in_a_loop
func.func @in_a_loop(%a: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[ONCE:.*]] = memref.alloc
  %once = memref.alloc() : memref<8xf32>
  memref.copy %a, %once : memref<8xf32> to memref<8xf32>
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: %[[EACH:.*]] = memref.alloc
    %each = memref.alloc() : memref<8xf32>
    %view = memref.subview %each[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    %part = memref.subview %once[4] [4] [1]
        : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    // CHECK: memref.copy
    memref.copy %part, %view
        : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32, strided<[1]>>
    // CHECK-NEXT: memref.dealloc %[[EACH]]
    // CHECK-NEXT: }
  }
  // CHECK: memref.copy
  memref.copy %once, %a : memref<8xf32> to memref<8xf32>
  // CHECK-NEXT: memref.dealloc %[[ONCE]]
  // CHECK-NEXT: return
  return
}

// -----

// A block that runs once: freed at both returns.
// CHECK-LABEL: func.func @branches
func.func @branches(%a: memref<8xf32>, %which: i1) {
  %once = memref.alloc() : memref<8xf32>
  memref.copy %a, %once : memref<8xf32> to memref<8xf32>
  cf.cond_br %which, ^left, ^right
^left:
  // CHECK: memref.dealloc
  // CHECK-NEXT: return
  return
^right:
  memref.copy %once, %a : memref<8xf32> to memref<8xf32>
  // CHECK: memref.dealloc
  // CHECK-NEXT: return
  return
}

// -----

// MLIR's pipeline frees a buffer that a block passes on.
// CHECK-LABEL: func.func @passed_on
func.func @passed_on(%a: memref<8xf32>, %which: i1) {
  // CHECK: memref.alloc
  %buffer = scf.if %which -> memref<8xf32> {
    %new = memref.alloc() : memref<8xf32>
    memref.copy %a, %new : memref<8xf32> to memref<8xf32>
    scf.yield %new : memref<8xf32>
  } else {
    scf.yield %a : memref<8xf32>
  }
  memref.copy %buffer, %a : memref<8xf32> to memref<8xf32>
  // CHECK: memref.dealloc
  // CHECK: return
  return
}

// -----

// A function that frees a buffer itself remains as it is.
// CHECK-LABEL: func.func @freed
func.func @freed(%a: memref<8xf32>) {
  %b = memref.alloc() : memref<8xf32>
  %c = memref.alloc() : memref<8xf32>
  memref.copy %a, %c : memref<8xf32> to memref<8xf32>
  memref.copy %c, %b : memref<8xf32> to memref<8xf32>
  // CHECK: memref.dealloc
  memref.dealloc %c : memref<8xf32>
  // CHECK-NOT: memref.dealloc
  memref.copy %b, %a : memref<8xf32> to memref<8xf32>
  return
}
