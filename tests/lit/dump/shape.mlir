// A shape fixes the dynamic dimensions of an argument, and what depends on them.
//
// RUN: %mlirgym dump %s --program --shape x=6x48 | FileCheck %s
// RUN: %mlirgym dump %s --program --shape arg0=6x48 | FileCheck %s
// CHECK: func.func @payload(%{{.*}}: memref<6x48xf32>, %{{.*}}: memref<6x48xf32>)
// CHECK-NOT: ?
//
// RUN: not %mlirgym dump %s 2>&1 | FileCheck %s -DFILE=%s --check-prefix=NONE
// NONE: mlirgym: error: [[FILE]]:{{[0-9]+}}:1: argument 0: dynamic shape tensor<?x48xf32>; give a number for each '?', one program per shape: --shape arg0=Nx48, in Python shapes={"arg0": (N, 48)}
//
// RUN: not %mlirgym dump %s --shape y=6x48 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: shape 'y=6x48': no argument y; the arguments are x
//
// RUN: not %mlirgym dump relu_6_48 --shape x=6x48 2>&1 | FileCheck %s --check-prefix=NAMED
// NAMED: --shape x=6x48: the name of a generated program has its shapes
func.func @exponential(%x: tensor<?x48xf32>) -> tensor<?x48xf32> {
  %zero = arith.constant 0 : index
  %rows = tensor.dim %x, %zero : tensor<?x48xf32>
  %empty = tensor.empty(%rows) : tensor<?x48xf32>
  %0 = linalg.exp ins(%x : tensor<?x48xf32>) outs(%empty : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %0 : tensor<?x48xf32>
}
