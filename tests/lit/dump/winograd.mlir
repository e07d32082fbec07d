// A convolution that Winograd's algorithm computes is tiled, with its fill, and marked.
// RUN: %mlirgym dump %s --schedule "op0: tile_fuse(1,0,4,0,0,0,0) winograd" | FileCheck %s
// RUN: not %mlirgym dump %s --schedule "op0: tile_fuse(1,0,3,0,0,0,0) winograd" 2>&1 | FileCheck %s --check-prefix=ODD
// CHECK-LABEL: func.func @payload
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             linalg.fill
// CHECK:             linalg.conv_2d_nchw_fchw {{{.*}}mlirgym.op = "op0", mlirgym.winograd} {{.*}} outs(%{{.+}} : tensor<1x7x4x8xf32>)
// ODD: op0: winograd of a tile with an odd number of rows or columns; take even sizes
func.func @conv(%x: tensor<2x5x14x10xf32>, %w: tensor<7x5x3x3xf32>, %o: tensor<2x7x12x8xf32>) -> tensor<2x7x12x8xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x7x12x8xf32>) -> tensor<2x7x12x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x5x14x10xf32>, tensor<7x5x3x3xf32>) outs(%f : tensor<2x7x12x8xf32>) -> tensor<2x7x12x8xf32>
  return %0 : tensor<2x7x12x8xf32>
}
