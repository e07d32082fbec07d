// The fill of a reshaped tensor moves into the innermost tile, if each element belongs to exactly one
// iteration.
// RUN: %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(mlirgym-fills-in-tiles))' | FileCheck %s
// CHECK-LABEL: func.func @tiled
// CHECK-SAME:    %[[IN:[^:]+]]: tensor<8x4xf32>, %[[OUT:[^:]+]]: tensor<4x2x4xf32>
// CHECK:         %[[FLAT:.+]] = tensor.collapse_shape %[[OUT]]
// CHECK:         scf.for %{{.+}} iter_args(%{{.+}} = %[[FLAT]])
// CHECK:           scf.for %[[J:.+]] = {{.*}} iter_args(%[[TILES:.+]] =
// CHECK:             %[[TILE:.+]] = tensor.extract_slice %[[TILES]]
// CHECK:             %[[ZEROS:.+]] = linalg.fill ins(%{{.+}} : f32) outs(%[[TILE]] : tensor<2x?xf32>)
// CHECK:             scf.for %{{.+}} iter_args(%[[SUM:.+]] = %[[ZEROS]])
// CHECK-NOT:           linalg.fill
// CHECK:         return
func.func @tiled(%in: tensor<8x4xf32>, %out: tensor<4x2x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<4x2x4xf32>) -> tensor<4x2x4xf32>
  %flat = tensor.collapse_shape %filled [[0, 1], [2]] : tensor<4x2x4xf32> into tensor<8x4xf32>
  %0 = scf.for %i = %c0 to %c8 step %c2 iter_args(%rows = %flat) -> (tensor<8x4xf32>) {
    %1 = scf.for %j = %c0 to %c4 step %c3 iter_args(%tiles = %rows) -> (tensor<8x4xf32>) {
      %size = affine.min affine_map<(d0) -> (-d0 + 4, 3)>(%j)
      %a = tensor.extract_slice %in[%i, %j] [2, %size] [1, 1] : tensor<8x4xf32> to tensor<2x?xf32>
      %tile = tensor.extract_slice %tiles[%i, %j] [2, %size] [1, 1] : tensor<8x4xf32> to tensor<2x?xf32>
      %2 = scf.for %k = %c0 to %c4 step %c1 iter_args(%sum = %tile) -> (tensor<2x?xf32>) {
        %3 = linalg.add ins(%a, %sum : tensor<2x?xf32>, tensor<2x?xf32>) outs(%sum : tensor<2x?xf32>) -> tensor<2x?xf32>
        scf.yield %3 : tensor<2x?xf32>
      }
      %whole = tensor.insert_slice %2 into %tiles[%i, %j] [2, %size] [1, 1] : tensor<2x?xf32> into tensor<8x4xf32>
      scf.yield %whole : tensor<8x4xf32>
    }
    scf.yield %1 : tensor<8x4xf32>
  }
  return %0 : tensor<8x4xf32>
}

// -----

// Each element is read in every iteration of the outer loop.
// CHECK-LABEL: func.func @read_again
// CHECK:         linalg.fill
// CHECK:         tensor.collapse_shape
// CHECK:         scf.for
// CHECK-NOT:     linalg.fill
func.func @read_again(%in: tensor<8xf32>, %out: tensor<4x2xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<4x2xf32>) -> tensor<4x2xf32>
  %flat = tensor.collapse_shape %filled [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  %0 = scf.for %k = %c0 to %c8 step %c2 iter_args(%sums = %flat) -> (tensor<8xf32>) {
    %1 = scf.for %i = %c0 to %c8 step %c2 iter_args(%tiles = %sums) -> (tensor<8xf32>) {
      %a = tensor.extract_slice %in[%k] [2] [1] : tensor<8xf32> to tensor<2xf32>
      %tile = tensor.extract_slice %tiles[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
      %2 = linalg.add ins(%a, %tile : tensor<2xf32>, tensor<2xf32>) outs(%tile : tensor<2xf32>) -> tensor<2xf32>
      %whole = tensor.insert_slice %2 into %tiles[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
      scf.yield %whole : tensor<8xf32>
    }
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// Tiles of four overlap in steps of two.
// CHECK-LABEL: func.func @overlapping
// CHECK:         linalg.fill
// CHECK:         tensor.collapse_shape
// CHECK:         scf.for
// CHECK-NOT:     linalg.fill
func.func @overlapping(%in: tensor<4xf32>, %out: tensor<4x2xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<4x2xf32>) -> tensor<4x2xf32>
  %flat = tensor.collapse_shape %filled [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  %0 = scf.for %i = %c0 to %c4 step %c2 iter_args(%tiles = %flat) -> (tensor<8xf32>) {
    %tile = tensor.extract_slice %tiles[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %1 = linalg.add ins(%in, %tile : tensor<4xf32>, tensor<4xf32>) outs(%tile : tensor<4xf32>) -> tensor<4xf32>
    %whole = tensor.insert_slice %1 into %tiles[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    scf.yield %whole : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @parallel
// CHECK-NOT:     linalg.fill
// CHECK:         scf.forall
// CHECK:           %[[TILE:.+]] = tensor.extract_slice
// CHECK:           linalg.fill {{.*}} outs(%[[TILE]]
func.func @parallel(%in: tensor<8xf32>, %out: tensor<4x2xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<4x2xf32>) -> tensor<4x2xf32>
  %flat = tensor.collapse_shape %filled [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  %0 = scf.forall (%i) = (0) to (8) step (4) shared_outs(%tiles = %flat) -> (tensor<8xf32>) {
    %a = tensor.extract_slice %in[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %tile = tensor.extract_slice %tiles[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %1 = linalg.add ins(%a, %tile : tensor<4xf32>, tensor<4xf32>) outs(%tile : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %tiles[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// -----

// Tiling with a remainder counts its tiles.
// CHECK-LABEL: func.func @counted
// CHECK-NOT:     linalg.fill
// CHECK:         scf.forall
// CHECK:           %[[TILE:.+]] = tensor.extract_slice
// CHECK:           linalg.fill {{.*}} outs(%[[TILE]]
func.func @counted(%in: tensor<10xf32>, %out: tensor<5x2xf32>) -> tensor<10xf32> {
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<5x2xf32>) -> tensor<5x2xf32>
  %flat = tensor.collapse_shape %filled [[0, 1]] : tensor<5x2xf32> into tensor<10xf32>
  %0 = scf.forall (%t) in (3) shared_outs(%tiles = %flat) -> (tensor<10xf32>) {
    %i = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
    %size = affine.min affine_map<(d0) -> (-d0 + 10, 4)>(%i)
    %a = tensor.extract_slice %in[%i] [%size] [1] : tensor<10xf32> to tensor<?xf32>
    %tile = tensor.extract_slice %tiles[%i] [%size] [1] : tensor<10xf32> to tensor<?xf32>
    %1 = linalg.add ins(%a, %tile : tensor<?xf32>, tensor<?xf32>) outs(%tile : tensor<?xf32>) -> tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %tiles[%i] [%size] [1] : tensor<?xf32> into tensor<10xf32>
    }
  }
  return %0 : tensor<10xf32>
}

// -----

// Two tiles of four leave two elements, and tiles of four overlap in steps of two.
// CHECK-LABEL: func.func @too_few
// CHECK:         linalg.fill
// CHECK:         scf.forall
// CHECK-NOT:     linalg.fill
// CHECK-LABEL: func.func @counted_overlapping
// CHECK:         linalg.fill
// CHECK:         scf.forall
// CHECK-NOT:     linalg.fill
func.func @too_few(%in: tensor<10xf32>, %out: tensor<5x2xf32>) -> tensor<10xf32> {
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<5x2xf32>) -> tensor<5x2xf32>
  %flat = tensor.collapse_shape %filled [[0, 1]] : tensor<5x2xf32> into tensor<10xf32>
  %0 = scf.forall (%t) in (2) shared_outs(%tiles = %flat) -> (tensor<10xf32>) {
    %i = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
    %a = tensor.extract_slice %in[%i] [4] [1] : tensor<10xf32> to tensor<4xf32>
    %tile = tensor.extract_slice %tiles[%i] [4] [1] : tensor<10xf32> to tensor<4xf32>
    %1 = linalg.add ins(%a, %tile : tensor<4xf32>, tensor<4xf32>) outs(%tile : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %tiles[%i] [4] [1] : tensor<4xf32> into tensor<10xf32>
    }
  }
  return %0 : tensor<10xf32>
}
func.func @counted_overlapping(%in: tensor<4xf32>, %out: tensor<4x2xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<4x2xf32>) -> tensor<4x2xf32>
  %flat = tensor.collapse_shape %filled [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  %0 = scf.forall (%t) in (4) shared_outs(%tiles = %flat) -> (tensor<8xf32>) {
    %i = affine.apply affine_map<(d0) -> (d0 * 2)>(%t)
    %tile = tensor.extract_slice %tiles[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %1 = linalg.add ins(%in, %tile : tensor<4xf32>, tensor<4xf32>) outs(%tile : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %tiles[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// -----

// Two loops divide the rows between them: neither fills what it does not reach.
// CHECK-LABEL: func.func @peeled
// CHECK:         linalg.fill
// CHECK:         tensor.collapse_shape
// CHECK:         scf.for
// CHECK-NOT:     linalg.fill
func.func @peeled(%in: tensor<10x4xf32>, %out: tensor<5x2x4xf32>) -> tensor<10x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<5x2x4xf32>) -> tensor<5x2x4xf32>
  %flat = tensor.collapse_shape %filled [[0, 1], [2]] : tensor<5x2x4xf32> into tensor<10x4xf32>
  %0 = scf.for %i = %c0 to %c8 step %c4 iter_args(%rows = %flat) -> (tensor<10x4xf32>) {
    %a = tensor.extract_slice %in[%i, 0] [4, 4] [1, 1] : tensor<10x4xf32> to tensor<4x4xf32>
    %tile = tensor.extract_slice %rows[%i, 0] [4, 4] [1, 1] : tensor<10x4xf32> to tensor<4x4xf32>
    %sum = linalg.add ins(%a, %tile : tensor<4x4xf32>, tensor<4x4xf32>) outs(%tile : tensor<4x4xf32>) -> tensor<4x4xf32>
    %whole = tensor.insert_slice %sum into %rows[%i, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<10x4xf32>
    scf.yield %whole : tensor<10x4xf32>
  }
  %a = tensor.extract_slice %in[8, 0] [2, 4] [1, 1] : tensor<10x4xf32> to tensor<2x4xf32>
  %tile = tensor.extract_slice %0[8, 0] [2, 4] [1, 1] : tensor<10x4xf32> to tensor<2x4xf32>
  %sum = linalg.add ins(%a, %tile : tensor<2x4xf32>, tensor<2x4xf32>) outs(%tile : tensor<2x4xf32>) -> tensor<2x4xf32>
  %whole = tensor.insert_slice %sum into %0[8, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<10x4xf32>
  return %whole : tensor<10x4xf32>
}

// -----

// Slices of two in steps of four leave gaps.
// CHECK-LABEL: func.func @gaps
// CHECK:         linalg.fill
// CHECK:         tensor.collapse_shape
// CHECK:         scf.for
// CHECK-NOT:     linalg.fill
func.func @gaps(%in: tensor<2xf32>, %out: tensor<4x2xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<4x2xf32>) -> tensor<4x2xf32>
  %flat = tensor.collapse_shape %filled [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  %0 = scf.for %i = %c0 to %c8 step %c4 iter_args(%tiles = %flat) -> (tensor<8xf32>) {
    %tile = tensor.extract_slice %tiles[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %1 = linalg.add ins(%in, %tile : tensor<2xf32>, tensor<2xf32>) outs(%tile : tensor<2xf32>) -> tensor<2xf32>
    %whole = tensor.insert_slice %1 into %tiles[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    scf.yield %whole : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// The row of each tile is the second one, and the diagonal has no other elements.
// CHECK-LABEL: func.func @one_row
// CHECK:         linalg.fill
// CHECK:         scf.for
// CHECK-NOT:     linalg.fill
// CHECK-LABEL: func.func @diagonal
// CHECK:         linalg.fill
// CHECK:         scf.for
// CHECK-NOT:     linalg.fill
func.func @one_row(%in: tensor<1x4xf32>, %out: tensor<2x2x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
  %flat = tensor.collapse_shape %filled [[0, 1], [2]] : tensor<2x2x8xf32> into tensor<4x8xf32>
  %0 = scf.for %i = %c0 to %c8 step %c4 iter_args(%tiles = %flat) -> (tensor<4x8xf32>) {
    %tile = tensor.extract_slice %tiles[1, %i] [1, 4] [1, 1] : tensor<4x8xf32> to tensor<1x4xf32>
    %1 = linalg.add ins(%in, %tile : tensor<1x4xf32>, tensor<1x4xf32>) outs(%tile : tensor<1x4xf32>) -> tensor<1x4xf32>
    %whole = tensor.insert_slice %1 into %tiles[1, %i] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x8xf32>
    scf.yield %whole : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
func.func @diagonal(%in: tensor<2x2xf32>, %out: tensor<2x2x4xf32>) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%out : tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
  %flat = tensor.collapse_shape %filled [[0, 1], [2]] : tensor<2x2x4xf32> into tensor<4x4xf32>
  %0 = scf.for %i = %c0 to %c4 step %c2 iter_args(%tiles = %flat) -> (tensor<4x4xf32>) {
    %tile = tensor.extract_slice %tiles[%i, %i] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
    %1 = linalg.add ins(%in, %tile : tensor<2x2xf32>, tensor<2x2xf32>) outs(%tile : tensor<2x2xf32>) -> tensor<2x2xf32>
    %whole = tensor.insert_slice %1 into %tiles[%i, %i] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
    scf.yield %whole : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}
