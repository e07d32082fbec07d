// The windows of a convolution are copied row by row, without quotients and remainders of loops.
// RUN: %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(mlirgym-copy-windows),canonicalize)' | FileCheck %s

// As img2col writes it, with the channels before rows and columns.
// CHECK-DAG:   #[[SUM:.+]] = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-LABEL: func.func @planes
// CHECK-DAG:     %[[CHANNELS:.+]] = arith.constant 5 : index
// CHECK-DAG:     %[[WINDOW:.+]] = arith.constant 3 : index
// CHECK-DAG:     %[[ROWS:.+]] = arith.constant 7 : index
// CHECK:         tensor.expand_shape %{{.+}} {{\[}}[0], [1, 2, 3], [4, 5]{{\]}} output_shape [1, 5, 3, 3, 7, 8] : tensor<1x45x56xf32> into tensor<1x5x3x3x7x8xf32>
// CHECK:         scf.for %[[C:.+]] = %{{.+}} to %[[CHANNELS]]
// CHECK:           scf.for %[[Y:.+]] = %{{.+}} to %[[WINDOW]]
// CHECK:             scf.for %[[X:.+]] = %{{.+}} to %[[WINDOW]]
// CHECK:               scf.for %[[ROW:.+]] = %{{.+}} to %[[ROWS]]
// CHECK:                 %[[FROM:.+]] = affine.apply #[[SUM]](%[[Y]], %[[ROW]])
// CHECK:                 %[[PIECE:.+]] = tensor.extract_slice %{{.+}}[0, %[[C]], %[[FROM]], %[[X]]] [1, 1, 1, 8] [1, 1, 1, 1] : tensor<1x5x9x10xf32> to tensor<8xf32>
// CHECK:                 tensor.insert_slice %[[PIECE]] into %{{.+}}[0, %[[C]], %[[Y]], %[[X]], %[[ROW]], 0] [1, 1, 1, 1, 1, 8] [1, 1, 1, 1, 1, 1]
// CHECK:         tensor.collapse_shape %{{.+}} {{\[}}[0], [1, 2, 3], [4, 5]{{\]}} : tensor<1x5x3x3x7x8xf32> into tensor<1x45x56xf32>
// CHECK-NOT:     linalg.generic
func.func @planes(%image: tensor<1x5x9x10xf32>, %out: tensor<1x45x56xf32>) -> tensor<1x45x56xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, k, p) -> (b, k floordiv 9, p floordiv 8 + (k mod 9) floordiv 3, p mod 8 + k mod 3)>,
                       affine_map<(b, k, p) -> (b, k, p)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<1x5x9x10xf32>) outs(%out : tensor<1x45x56xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<1x45x56xf32>
  return %0 : tensor<1x45x56xf32>
}

// -----

// With channels last a row is that of the channels.
// CHECK-LABEL: func.func @channels_last
// CHECK:         tensor.expand_shape %{{.+}} : tensor<2x56x45xf32> into tensor<2x7x8x3x3x5xf32>
// CHECK:         tensor.extract_slice %{{.+}} [1, 1, 1, 5] [1, 1, 1, 1] : tensor<2x9x10x5xf32> to tensor<5xf32>
// CHECK:         tensor.collapse_shape %{{.+}} {{\[}}[0], [1, 2], [3, 4, 5]{{\]}} : tensor<2x7x8x3x3x5xf32> into tensor<2x56x45xf32>
func.func @channels_last(%image: tensor<2x9x10x5xf32>, %out: tensor<2x56x45xf32>) -> tensor<2x56x45xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, p, k) -> (b, p floordiv 8 + k floordiv 15, p mod 8 + (k mod 15) floordiv 5, k mod 5)>,
                       affine_map<(b, p, k) -> (b, p, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<2x9x10x5xf32>) outs(%out : tensor<2x56x45xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<2x56x45xf32>
  return %0 : tensor<2x56x45xf32>
}

// -----

// Windows that are two columns apart: the elements of a row are, too.
// CHECK-LABEL: func.func @strided
// CHECK:         tensor.extract_slice %{{.+}} [1, 1, 1, 4] [1, 1, 1, 2] : tensor<1x3x9x9xf32> to tensor<4xf32>
func.func @strided(%image: tensor<1x3x9x9xf32>, %out: tensor<1x27x16xf32>) -> tensor<1x27x16xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, k, p) -> (b, k floordiv 9, (p floordiv 4) * 2 + (k mod 9) floordiv 3, (p mod 4) * 2 + k mod 3)>,
                       affine_map<(b, k, p) -> (b, k, p)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<1x3x9x9xf32>) outs(%out : tensor<1x27x16xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<1x27x16xf32>
  return %0 : tensor<1x27x16xf32>
}

// -----

// Rows of 5 do not divide 12 elements; an index that two loops share is no row; what computes is no
// copy; without divisions nothing is gained.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT:     scf.for
func.func @others(%image: tensor<3x5xf32>, %square: tensor<16x16xf32>, %wide: tensor<16x12xf32>, %out: tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(p) -> (p floordiv 5, p mod 5)>, affine_map<(p) -> (p)>],
      iterator_types = ["parallel"]}
      ins(%image : tensor<3x5xf32>) outs(%out : tensor<12xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<12xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(p) -> (p mod 4, p mod 4)>, affine_map<(p) -> (p)>],
      iterator_types = ["parallel"]}
      ins(%square : tensor<16x16xf32>) outs(%out : tensor<12xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<12xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(p) -> (p floordiv 4, p mod 4)>, affine_map<(p) -> (p)>],
      iterator_types = ["parallel"]}
      ins(%image : tensor<3x5xf32>) outs(%out : tensor<12xf32>) {
  ^bb0(%in: f32, %unused: f32):
    %sum = arith.addf %in, %in : f32
    linalg.yield %sum : f32
  } -> tensor<12xf32>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(p) -> (2, p)>, affine_map<(p) -> (p)>],
      iterator_types = ["parallel"]}
      ins(%wide : tensor<16x12xf32>) outs(%out : tensor<12xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<12xf32>
  return %0, %1, %2, %3 : tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>
}

// -----

// Rounded up, the elements of a row have no equal distances.
// CHECK-LABEL: func.func @rounded_up
// CHECK:         linalg.generic
// CHECK-NOT:     scf.for
func.func @rounded_up(%image: tensor<4x8xf32>, %out: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(p, q) -> (p floordiv 2, q ceildiv 2)>, affine_map<(p, q) -> (p, q)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%image : tensor<4x8xf32>) outs(%out : tensor<8x8xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
