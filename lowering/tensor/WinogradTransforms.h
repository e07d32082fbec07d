//===- lowering/tensor/WinogradTransforms.h - F(2x2, 3x3) -----------------===//
//
// Winograd's minimal filtering F(2x2, 3x3) as in Lavin and Gray, "Fast
// Algorithms for Convolutional Neural Networks" (CVPR 2016): with
//
//         | 1  0 -1  0 |        |  1    0    0  |
//   B^T = | 0  1  1  0 |    G = | 1/2  1/2  1/2 |    A^T = | 1  1  1  0 |
//         | 0 -1  1  0 |        | 1/2 -1/2  1/2 |          | 0  1 -1 -1 |
//         | 0  1  0 -1 |        |  0    0    1  |
//
// a tile of 2 x 2 results of a window g of 3 x 3 over the 4 x 4 elements d is
// A^T [(G g G^T) . (B^T d B)] A, where . multiplies element by element: 16
// products in place of 36. Summed over channels, the products of each of the 16
// points form a product of two matrices, one of the filters and one of the
// tiles.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_TENSOR_WINOGRADTRANSFORMS_H
#define MLIRGYM_LOWERING_TENSOR_WINOGRADTRANSFORMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mlirgym::lowering {

/// A convolution of windows of 3 x 3, stride 1 and dilation 1.
struct WinogradConvolution {
  /// Orders of the filter's dimensions: f filters, c channels, the window's
  /// rows h and columns w.
  enum class FilterOrder : uint8_t { Fchw, Hwcf, Fhwc };

  /// The dimensions of image and results are (n, c, h, w), else (n, h, w, c).
  bool channelsFirst = false;
  FilterOrder filterOrder = FilterOrder::Fchw;
  int64_t images = 0, channels = 0, filters = 0;
  /// Tiles of 2 x 2 results in an image.
  int64_t tileRows = 0, tileColumns = 0;
  mlir::Type element;
  /// Elements in a vector register.
  int64_t lanes = 1;

  /// Tiles of all images.
  int64_t tiles() const { return images * tileRows * tileColumns; }

  /// nullopt if Winograd's algorithm does not apply: another operation, other
  /// windows, an odd number of rows or columns of results, dynamic shapes,
  /// elements other than f32 and f64.
  static std::optional<WinogradConvolution> of(mlir::linalg::LinalgOp op,
                                               unsigned vectorBits);
};

/// Points at which products are formed, 4 x 4.
inline constexpr int64_t numWinogradPoints = 16;

/// Emits loops over vectors of one register each, on tensors.
class WinogradTransforms {
public:
  WinogradTransforms(mlir::OpBuilder &opBuilder, mlir::Location location,
                     const WinogradConvolution &convolution)
      : builder(opBuilder), loc(location), conv(convolution) {}

  /// A buffer for a matrix per point, shape [16, rows, columns].
  mlir::Value pointMatrices(int64_t rows, int64_t columns);
  /// G g G^T, shape [16, channels, filters].
  mlir::Value ofFilters(mlir::Value filters);
  /// B^T d B, shape [16, channels, tiles] if channels are first, else [16,
  /// tiles, channels].
  mlir::Value ofImages(mlir::Value images);
  /// Writes A^T m A to the tiles of `results`, or adds it to them if
  /// `accumulates`; m has the shape [16, filters, tiles] if channels are first,
  /// else [16, tiles, filters].
  mlir::Value ofProducts(mlir::Value products, mlir::Value results,
                         bool accumulates);

private:
  using Row = llvm::SmallVector<mlir::Value, 4>;
  using Window = llvm::SmallVector<Row, 4>;

  mlir::Value transpose(mlir::Value from, llvm::ArrayRef<mlir::Value> fromAt,
                        int64_t rows, int64_t columns, mlir::Value to,
                        mlir::Value toRow);
  mlir::Value blockOfFilters(mlir::Value flat, mlir::Value empty,
                             mlir::Value filter, mlir::Value channel,
                             int64_t numFilters, int64_t numChannels);
  template <typename Place>
  mlir::Value transformFilters(mlir::Value elements, Place place,
                               mlir::Value column, int64_t count,
                               mlir::Value points,
                               llvm::ArrayRef<mlir::Value> at);
  template <typename Body>
  mlir::Value forEach(int64_t count, mlir::Value carried, Body body);
  template <typename Body>
  mlir::Value forVectors(llvm::ArrayRef<int64_t> outer, int64_t length,
                         mlir::Value carried, Body body);
  mlir::Value index(int64_t value);
  mlir::Value scaled(mlir::Value value, int64_t factor, int64_t offset);
  mlir::Value sum(mlir::Value a, int64_t factor, mlir::Value b);
  mlir::Value maskOf(int64_t count);
  mlir::Value read(mlir::Value tensor, mlir::ValueRange at, int64_t count);
  mlir::Value write(mlir::Value vector, mlir::Value tensor, mlir::ValueRange at,
                    int64_t count);
  Row readPairs(mlir::Value tensor, llvm::SmallVector<mlir::Value> at,
                int64_t pairs);
  mlir::Value interleaved(mlir::Value even, mlir::Value odd, int64_t first);
  mlir::Value writePairs(mlir::Value even, mlir::Value odd, mlir::Value tensor,
                         llvm::SmallVector<mlir::Value> at, int64_t pairs,
                         bool accumulates);
  mlir::Value writePoints(const Window &points, mlir::Value matrices,
                          mlir::Value row, mlir::Value column, int64_t count);
  mlir::Value tileNumber(mlir::Value image, mlir::Value row,
                         mlir::Value column);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value subtract(mlir::Value a, mlir::Value b);
  mlir::Value half(mlir::Value a);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const WinogradConvolution &conv;
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TENSOR_WINOGRADTRANSFORMS_H
