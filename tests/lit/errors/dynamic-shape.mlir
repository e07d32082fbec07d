// RUN: not %mlirgym dump %s 2>&1 | FileCheck %s -DFILE=%s
// CHECK: mlirgym: error: [[FILE]]:[[#@LINE+1]]{{.*}}dynamic{{.*}};
func.func @relu(%a: tensor<?x48xf32>, %c: tensor<?x48xf32>) -> tensor<?x48xf32> {
  %0 = linalg.exp ins(%a : tensor<?x48xf32>) outs(%c : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %0 : tensor<?x48xf32>
}
