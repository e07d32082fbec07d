// A marked convolution of 3 x 3 becomes products of transformed tiles: 16 matrices of filters times
// 16 matrices of tiles.
// RUN: %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(mlirgym-winograd{vector-bits=128 vector-registers=16},canonicalize,cse))' | FileCheck %s

// Channels first: the lanes are the columns of the filters, and then of the tiles. Of a row of the
// image every second element is read: 8 of them for the 4 tiles of a row, two vectors.
// CHECK-LABEL: func.func @channels_first
// CHECK-SAME:    %[[IMAGE:.+]]: tensor<2x5x6x10xf32>, %[[FILTERS:.+]]: tensor<7x5x3x3xf32>, %[[OUT:.+]]: tensor<2x7x4x8xf32>
// CHECK:         %[[BUFFER:.+]] = bufferization.alloc_tensor() : tensor<16x5x8xf32>
// CHECK:         tensor.extract_slice %[[BUFFER]][0, 0, 0] [16, 5, 7] [1, 1, 1] : tensor<16x5x8xf32> to tensor<16x5x7xf32>
// CHECK:         %[[FLAT:.+]] = tensor.collapse_shape %[[FILTERS]] {{\[}}[0], [1, 2, 3]{{\]}} : tensor<7x5x3x3xf32> into tensor<7x45xf32>
// Blocks of 4 filters and 4 channels are transposed: 36 elements of windows. The matrices have rows
// of whole vectors.
// CHECK:         %[[BLOCK:.+]] = scf.for {{.+}} -> (tensor<36x4xf32>)
// CHECK-COUNT-4:   vector.transfer_read %[[FLAT]]{{.+}} : tensor<7x45xf32>, vector<4xf32>
// CHECK-COUNT-4:   vector.shuffle %{{.+}}, %{{.+}} [{{0, 4, 1, 5|2, 6, 3, 7}}] : vector<4xf32>, vector<4xf32>
// CHECK-COUNT-4:   vector.shuffle %{{.+}}, %{{.+}} [{{0, 4, 1, 5|2, 6, 3, 7}}] : vector<4xf32>, vector<4xf32>
// CHECK-COUNT-4:   vector.transfer_write %{{.+}} : vector<4xf32>, tensor<36x4xf32>
// G g G^T of 4 channels and 4 filters, then of the other 3 filters.
// CHECK:         scf.for {{.+}} -> (tensor<16x5x7xf32>)
// CHECK-COUNT-9:   vector.transfer_read %[[BLOCK]]{{.+}} : tensor<36x4xf32>, vector<4xf32>
// CHECK-COUNT-16:  vector.transfer_write %{{.+}} : vector<4xf32>, tensor<16x5x7xf32>
// CHECK:         scf.for {{.+}} -> (tensor<16x5x7xf32>)
// CHECK:           %[[THREE:.+]] = vector.constant_mask [3] : vector<4xi1>
// CHECK-COUNT-16:  vector.transfer_write %{{.+}}, %[[THREE]] {in_bounds = [true]} : vector<4xf32>, tensor<16x5x7xf32>
// B^T d B of all images, channels and rows of tiles.
// CHECK:         %[[V:.+]] = scf.for
// CHECK-COUNT-8:   vector.shuffle %{{.+}}, %{{.+}} [{{0, 2, 4, 6|1, 3, 5, 7}}] : vector<4xf32>, vector<4xf32>
// CHECK-COUNT-16:  vector.transfer_write %{{.+}} : vector<4xf32>, tensor<16x5x16xf32>
// The products in tiles of registers, two terms in an iteration.
// CHECK:         %[[M:.+]] = scf.for
// CHECK:           linalg.fill {mlirgym.vectorize}
// CHECK:           scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}}
// CHECK:             linalg.generic {{.+}} attrs = {mlirgym.vectorize}
// A^T m A into two rows of results, which were zero.
// CHECK:         scf.for {{.+}} iter_args(%{{.+}} = %[[OUT]])
// CHECK-COUNT-16:  vector.transfer_read %[[M]]
// CHECK-NOT:       vector.transfer_read
// CHECK:           vector.shuffle %{{.+}}, %{{.+}} [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
// CHECK:           vector.transfer_write %{{.+}} : vector<4xf32>, tensor<2x7x4x8xf32>
// CHECK:           vector.shuffle %{{.+}}, %{{.+}} [2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
// CHECK:           vector.transfer_write %{{.+}} : vector<4xf32>, tensor<2x7x4x8xf32>
// CHECK-NOT:     linalg.conv
func.func @channels_first(%image: tensor<2x5x6x10xf32>, %filters: tensor<7x5x3x3xf32>, %out: tensor<2x7x4x8xf32>) -> tensor<2x7x4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<2x7x4x8xf32>) -> tensor<2x7x4x8xf32>
  %0 = linalg.conv_2d_nchw_fchw {mlirgym.winograd} ins(%image, %filters : tensor<2x5x6x10xf32>, tensor<7x5x3x3xf32>) outs(%init : tensor<2x7x4x8xf32>) -> tensor<2x7x4x8xf32>
  return %0 : tensor<2x7x4x8xf32>
}

// -----

// Channels last, in a loop over rows: the filters are transformed in front of it. What is in the
// results is added to.
// CHECK-LABEL: func.func @channels_last
// CHECK-NOT:     vector.shuffle
// CHECK:         %[[U:.+]] = scf.for {{.+}} -> (tensor<16x3x8xf64>)
// CHECK:         scf.for {{.+}} iter_args(%[[CARRIED:.+]] = %{{.+}}) -> (tensor<1x8x6x8xf64>)
// CHECK:           %[[TILE:.+]] = tensor.extract_slice %[[CARRIED]]
// CHECK:           scf.for {{.+}} -> (tensor<16x6x3xf64>)
// CHECK:           linalg.generic {{.+}} attrs = {mlirgym.vectorize}
// CHECK:           scf.for {{.+}} iter_args(%{{.+}} = %[[TILE]])
// CHECK:             arith.addf
// CHECK:             %[[OLD:[a-z0-9]+]] = vector.transfer_read %[[RESULTS:[a-z0-9]+]][{{.+}} : tensor<1x4x6x8xf64>, vector<2xf64>
// CHECK:             %[[SUM:[a-z0-9]+]] = arith.addf %[[OLD]], %{{.+}} :
// CHECK:             vector.transfer_write %[[SUM]], %[[RESULTS]][
func.func @channels_last(%image: tensor<1x10x8x3xf64>, %filters: tensor<3x3x3x8xf64>, %out: tensor<1x8x6x8xf64>) -> tensor<1x8x6x8xf64> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %row = %c0 to %c8 step %c4 iter_args(%all = %out) -> (tensor<1x8x6x8xf64>) {
    %rows = tensor.extract_slice %image[0, %row, 0, 0] [1, 6, 8, 3] [1, 1, 1, 1] : tensor<1x10x8x3xf64> to tensor<1x6x8x3xf64>
    %tile = tensor.extract_slice %all[0, %row, 0, 0] [1, 4, 6, 8] [1, 1, 1, 1] : tensor<1x8x6x8xf64> to tensor<1x4x6x8xf64>
    %1 = linalg.conv_2d_nhwc_hwcf {mlirgym.winograd} ins(%rows, %filters : tensor<1x6x8x3xf64>, tensor<3x3x3x8xf64>) outs(%tile : tensor<1x4x6x8xf64>) -> tensor<1x4x6x8xf64>
    %2 = tensor.insert_slice %1 into %all[0, %row, 0, 0] [1, 4, 6, 8] [1, 1, 1, 1] : tensor<1x4x6x8xf64> into tensor<1x8x6x8xf64>
    scf.yield %2 : tensor<1x8x6x8xf64>
  }
  return %0 : tensor<1x8x6x8xf64>
}

// -----

// Filters first and channels last: as channels last, with blocks of the filters transposed, one for
// each element of the window.
// CHECK-LABEL: func.func @filters_first
// CHECK:         scf.for {{.+}} -> (tensor<16x3x8xf32>)
// CHECK:           scf.for {{.+}} -> (tensor<36x4xf32>)
// CHECK-COUNT-4:     vector.transfer_read %{{.+}} : tensor<8x27xf32>, vector<4xf32>
// CHECK-COUNT-3:     vector.transfer_write %{{.+}} : vector<4xf32>, tensor<36x4xf32>
// CHECK-NOT:     linalg.conv
func.func @filters_first(%image: tensor<1x4x4x3xf32>, %filters: tensor<8x3x3x3xf32>, %out: tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32> {
  %0 = linalg.conv_2d_nhwc_fhwc {mlirgym.winograd} ins(%image, %filters : tensor<1x4x4x3xf32>, tensor<8x3x3x3xf32>) outs(%out : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
  return %0 : tensor<1x2x2x8xf32>
}

// -----

// Left as they are: without a mark, an odd number of columns, a stride, other windows and elements,
// unknown sizes.
// CHECK-LABEL: func.func @left
// CHECK-COUNT-6: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT:     scf.for
func.func @left(%a: tensor<1x4x4x3xf32>, %b: tensor<1x4x5x3xf32>, %c: tensor<1x5x5x3xf32>, %d: tensor<1x4x4x3xf16>, %e: tensor<?x4x4x3xf32>,
                %w: tensor<3x3x3x8xf32>, %v: tensor<2x2x3x8xf32>, %h: tensor<3x3x3x8xf16>,
                %oa: tensor<1x2x2x8xf32>, %ob: tensor<1x2x3x8xf32>, %od: tensor<1x2x2x8xf16>, %oe: tensor<?x2x2x8xf32>, %of: tensor<1x4x4x8xf32>)
    -> (tensor<1x2x2x8xf32>, tensor<1x2x3x8xf32>, tensor<1x2x2x8xf32>, tensor<1x4x4x8xf32>, tensor<1x2x2x8xf16>, tensor<?x2x2x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %w : tensor<1x4x4x3xf32>, tensor<3x3x3x8xf32>) outs(%oa : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {mlirgym.winograd} ins(%b, %w : tensor<1x4x5x3xf32>, tensor<3x3x3x8xf32>) outs(%ob : tensor<1x2x3x8xf32>) -> tensor<1x2x3x8xf32>
  %2 = linalg.conv_2d_nhwc_hwcf {mlirgym.winograd, strides = dense<2> : tensor<2xi64>} ins(%c, %w : tensor<1x5x5x3xf32>, tensor<3x3x3x8xf32>) outs(%oa : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
  %3 = linalg.conv_2d_nhwc_hwcf {mlirgym.winograd} ins(%c, %v : tensor<1x5x5x3xf32>, tensor<2x2x3x8xf32>) outs(%of : tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  %4 = linalg.conv_2d_nhwc_hwcf {mlirgym.winograd} ins(%d, %h : tensor<1x4x4x3xf16>, tensor<3x3x3x8xf16>) outs(%od : tensor<1x2x2x8xf16>) -> tensor<1x2x2x8xf16>
  %5 = linalg.conv_2d_nhwc_hwcf {mlirgym.winograd} ins(%e, %w : tensor<?x4x4x3xf32>, tensor<3x3x3x8xf32>) outs(%oe : tensor<?x2x2x8xf32>) -> tensor<?x2x2x8xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x2x2x8xf32>, tensor<1x2x3x8xf32>, tensor<1x2x2x8xf32>, tensor<1x4x4x8xf32>, tensor<1x2x2x8xf16>, tensor<?x2x2x8xf32>
}
