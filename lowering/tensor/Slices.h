//===- lowering/tensor/Slices.h - Sizes and offsets of slices ---*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_TENSOR_SLICES_H
#define MLIRGYM_LOWERING_TENSOR_SLICES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mlirgym::lowering {

/// Sizes of a slice in the dimensions that its type keeps.
llvm::SmallVector<mlir::OpFoldResult>
keptSizes(mlir::tensor::ExtractSliceOp slice);

/// True if the slice has all dimensions of its source, and a stride of 1.
bool isPlainSlice(mlir::tensor::ExtractSliceOp slice);

/// The tensor of which `tensor` is a plain slice, or a plain slice of such
/// slices; `tensor` itself if it is none.
mlir::Value sourceOfSlices(mlir::Value tensor);

/// Offsets of `tensor` in `sourceOfSlices(tensor)`.
llvm::SmallVector<mlir::OpFoldResult>
offsetsInSource(mlir::Value tensor, mlir::OpBuilder &at, mlir::Location loc);

/// A number that divides its offset along `dim`, as far as it is known; 0 if
/// that is 0.
int64_t divisorOfOffset(mlir::Value tensor, int64_t dim);

/// True if it follows from the op that defines `tensor` that `size` is its size
/// along `dim`.
bool isSizeOf(mlir::OpFoldResult size, mlir::Value tensor, int64_t dim);

/// True if the insertion overwrites the whole destination.
bool coversDestination(mlir::tensor::InsertSliceOp insert);

/// Upper bound of the size of a tensor or buffer along `dim`; nullopt if there
/// is no constant bound.
std::optional<int64_t> largestSize(mlir::Value shaped, int64_t dim);
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TENSOR_SLICES_H
