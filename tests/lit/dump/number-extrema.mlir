// Extrema that prefer numbers to NaN become comparisons: from LLVM's intrinsic
// its loop vectoriser would make a loop that ends at the first NaN.
// RUN: %mlirgym dump %s --stage llvm | FileCheck %s
// RUN: sed s/f32/f64/g %s > %t.mlir
// RUN: %mlirgym dump %t.mlir --stage llvm | FileCheck %s
// CHECK-LABEL: define {{.*}}@_mlir_ciface_payload
// CHECK-NOT:   {{maxnum|minnum|reduce.fm|@fm}}
// CHECK:       fcmp uno
// CHECK-NOT:   {{maxnum|minnum|reduce.fm|@fm}}
func.func @f(%a: tensor<40x7xf32>, %most: tensor<7xf32>, %least: tensor<40xf32>) -> (tensor<7xf32>, tensor<40xf32>) {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<40x7xf32>) outs(%most : tensor<7xf32>) {
  ^bb0(%x: f32, %y: f32):
    %m = arith.maxnumf %x, %y : f32
    linalg.yield %m : f32
  } -> tensor<7xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<40x7xf32>) outs(%least : tensor<40xf32>) {
  ^bb0(%x: f32, %y: f32):
    %m = arith.minnumf %x, %y : f32
    linalg.yield %m : f32
  } -> tensor<40xf32>
  return %0, %1 : tensor<7xf32>, tensor<40xf32>
}
