//===- lowering/tensor/Windows.h - Matrices of windows ----------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_TENSOR_WINDOWS_H
#define MLIRGYM_LOWERING_TENSOR_WINDOWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstddef>
#include <cstdint>
#include <optional>

namespace mlirgym::lowering {

/// The copy of a convolution's windows into a matrix, as `img2col` writes it,
/// in more loops than the operation has, and without divisions.
struct Windows {
  /// Nullopt if `op` is no such copy, or a division would leave a remainder.
  static std::optional<Windows> of(mlir::linalg::GenericOp op);

  mlir::Value image() const { return op->getOperand(0); }

  mlir::linalg::GenericOp op;
  /// Trip counts of the new loops, outermost first, and the new loops for each
  /// loop of the operation.
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<mlir::ReassociationIndices> groups;
  /// The elements that they read.
  mlir::AffineMap read;
};

/// The dimension of the image along which the innermost loop of windows reads,
/// and the distance of its elements.
struct WindowRow {
  /// Nullopt if elements have no equal distances along one dimension.
  static std::optional<WindowRow> of(const Windows &windows);

  size_t dim;
  int64_t stride;
};

/// A tile of the matrix, of which pieces of rows are read from the image.
class WindowTile {
public:
  /// Nullopt if `tile` is no slice of windows whose rows, which are along
  /// `dim`, consist of rows of the image or of parts of them.
  static std::optional<WindowTile> of(mlir::Value tile, int64_t dim,
                                      mlir::OpBuilder &at);

  mlir::Value image() const { return windows.image(); }

  /// Number of columns that are adjacent in the image too. It divides those of
  /// the tile.
  int64_t adjacent() const { return columns; }

  /// The place in the image of an element of the tile.
  llvm::SmallVector<mlir::Value> inImage(llvm::ArrayRef<mlir::Value> indices,
                                         mlir::OpBuilder &at) const;

private:
  Windows windows;
  llvm::SmallVector<mlir::OpFoldResult> offsets;
  int64_t columns = 0;
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TENSOR_WINDOWS_H
