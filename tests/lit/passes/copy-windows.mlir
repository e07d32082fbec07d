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

// -----

// The matrix of windows is copied tile by tile if tiles are all that is read of it: here two rows
// of the result and one channel, which each thread copies for itself.
// CHECK-LABEL: func.func @tiles
// CHECK-NOT:     tensor.empty
// CHECK-NOT:     linalg.generic
// CHECK:         scf.forall
// CHECK:           scf.for
// CHECK:             %[[TILE:.+]] = bufferization.alloc_tensor() : tensor<1x9x16xf32>
// CHECK:             tensor.expand_shape %[[TILE]] {{\[}}[0], [1, 2, 3], [4, 5]{{\]}} output_shape [1, 1, 3, 3, 2, 8]
// CHECK:             tensor.extract_slice %{{.+}} [1, 1, 1, 8] [1, 1, 1, 1] : tensor<1x5x10x10xf32> to tensor<8xf32>
// CHECK:             tensor.insert_slice %{{.+}} [1, 1, 1, 1, 1, 8] [1, 1, 1, 1, 1, 1] : tensor<8xf32> into tensor<1x1x3x3x2x8xf32>
// CHECK-NOT:         bufferization.materialize_in_destination
// CHECK:             func.call @use
#windows = affine_map<(b, k, p) -> (b, k floordiv 9, p floordiv 8 + (k mod 9) floordiv 3, p mod 8 + k mod 3)>
#same = affine_map<(b, k, p) -> (b, k, p)>
func.func @tiles(%image: tensor<1x5x10x10xf32>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c45 = arith.constant 45 : index
  %empty = tensor.empty() : tensor<1x45x64xf32>
  %0 = linalg.generic {indexing_maps = [#windows, #same], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<1x5x10x10xf32>) outs(%empty : tensor<1x45x64xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<1x45x64xf32>
  scf.forall (%thread) in (4) {
    %p = affine.apply affine_map<(t) -> (t * 16)>(%thread)
    %rows = tensor.extract_slice %0[0, 0, %p] [1, 45, 16] [1, 1, 1] : tensor<1x45x64xf32> to tensor<1x45x16xf32>
    scf.for %k = %c0 to %c45 step %c9 {
      %slice = tensor.extract_slice %rows[0, %k, 0] [1, 9, 16] [1, 1, 1] : tensor<1x45x16xf32> to tensor<1x9x16xf32>
      %tile = bufferization.alloc_tensor() : tensor<1x9x16xf32>
      %copy = bufferization.materialize_in_destination %slice in %tile : (tensor<1x9x16xf32>, tensor<1x9x16xf32>) -> tensor<1x9x16xf32>
      %copy_cast = tensor.cast %copy : tensor<1x9x16xf32> to tensor<*xf32>
      func.call @use(%copy_cast) : (tensor<*xf32>) -> ()
    }
  }
  return
}
func.func private @use(tensor<*xf32>)

// -----

// A tile of half a row.
// CHECK-LABEL: func.func @half
// CHECK-NOT:     linalg.generic
// CHECK:         scf.for
// CHECK:           tensor.expand_shape %{{.+}} output_shape [1, 5, 3, 3, 1, 4]
// CHECK:           tensor.extract_slice %{{.+}} [1, 1, 1, 4] [1, 1, 1, 1] : tensor<1x5x10x10xf32> to tensor<4xf32>
// CHECK:           func.call @use
#windows = affine_map<(b, k, p) -> (b, k floordiv 9, p floordiv 8 + (k mod 9) floordiv 3, p mod 8 + k mod 3)>
#same = affine_map<(b, k, p) -> (b, k, p)>
func.func @half(%image: tensor<1x5x10x10xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %empty = tensor.empty() : tensor<1x45x64xf32>
  %0 = linalg.generic {indexing_maps = [#windows, #same], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<1x5x10x10xf32>) outs(%empty : tensor<1x45x64xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<1x45x64xf32>
  scf.for %p = %c0 to %c64 step %c4 {
    %slice = tensor.extract_slice %0[0, 0, %p] [1, 45, 4] [1, 1, 1] : tensor<1x45x64xf32> to tensor<1x45x4xf32>
    %tile = bufferization.alloc_tensor() : tensor<1x45x4xf32>
    %copy = bufferization.materialize_in_destination %slice in %tile : (tensor<1x45x4xf32>, tensor<1x45x4xf32>) -> tensor<1x45x4xf32>
    %copy_cast = tensor.cast %copy : tensor<1x45x4xf32> to tensor<*xf32>
    func.call @use(%copy_cast) : (tensor<*xf32>) -> ()
  }
  return
}
func.func private @use(tensor<*xf32>)

// -----

// All windows are copied before: where a tile ends inside a row, where it may begin there, and
// where something else reads the matrix, too.
// CHECK-LABEL: func.func @whole
// CHECK-COUNT-3: tensor.collapse_shape %{{.+}} : tensor<1x5x3x3x8x8xf32> into tensor<1x45x64xf32>
// CHECK-COUNT-3: bufferization.materialize_in_destination
#windows = affine_map<(b, k, p) -> (b, k floordiv 9, p floordiv 8 + (k mod 9) floordiv 3, p mod 8 + k mod 3)>
#same = affine_map<(b, k, p) -> (b, k, p)>
func.func @whole(%image: tensor<1x5x10x10xf32>, %from: index) {
  %empty = tensor.empty() : tensor<1x45x64xf32>
  %0 = linalg.generic {indexing_maps = [#windows, #same], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<1x5x10x10xf32>) outs(%empty : tensor<1x45x64xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<1x45x64xf32>
  %1 = linalg.generic {indexing_maps = [#windows, #same], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<1x5x10x10xf32>) outs(%empty : tensor<1x45x64xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<1x45x64xf32>
  %2 = linalg.generic {indexing_maps = [#windows, #same], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<1x5x10x10xf32>) outs(%empty : tensor<1x45x64xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<1x45x64xf32>
  %ends = tensor.extract_slice %0[0, 0, 0] [1, 45, 12] [1, 1, 1] : tensor<1x45x64xf32> to tensor<1x45x12xf32>
  %of_12 = bufferization.alloc_tensor() : tensor<1x45x12xf32>
  %a = bufferization.materialize_in_destination %ends in %of_12 : (tensor<1x45x12xf32>, tensor<1x45x12xf32>) -> tensor<1x45x12xf32>
  %a_cast = tensor.cast %a : tensor<1x45x12xf32> to tensor<*xf32>
  func.call @use(%a_cast) : (tensor<*xf32>) -> ()
  %begins = tensor.extract_slice %1[0, 0, %from] [1, 45, 8] [1, 1, 1] : tensor<1x45x64xf32> to tensor<1x45x8xf32>
  %of_8 = bufferization.alloc_tensor() : tensor<1x45x8xf32>
  %b = bufferization.materialize_in_destination %begins in %of_8 : (tensor<1x45x8xf32>, tensor<1x45x8xf32>) -> tensor<1x45x8xf32>
  %b_cast = tensor.cast %b : tensor<1x45x8xf32> to tensor<*xf32>
  func.call @use(%b_cast) : (tensor<*xf32>) -> ()
  %also_used = tensor.extract_slice %2[0, 0, 8] [1, 45, 8] [1, 1, 1] : tensor<1x45x64xf32> to tensor<1x45x8xf32>
  %more_of_8 = bufferization.alloc_tensor() : tensor<1x45x8xf32>
  %c = bufferization.materialize_in_destination %also_used in %more_of_8 : (tensor<1x45x8xf32>, tensor<1x45x8xf32>) -> tensor<1x45x8xf32>
  %c_cast = tensor.cast %c : tensor<1x45x8xf32> to tensor<*xf32>
  func.call @use(%c_cast) : (tensor<*xf32>) -> ()
  %also_cast = tensor.cast %2 : tensor<1x45x64xf32> to tensor<*xf32>
  func.call @use(%also_cast) : (tensor<*xf32>) -> ()
  return
}
func.func private @use(tensor<*xf32>)
