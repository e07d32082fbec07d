//===- lowering/tensor/ShortProducts.h - Sums of short products -----------===//
#ifndef MLIRGYM_LOWERING_TENSOR_SHORTPRODUCTS_H
#define MLIRGYM_LOWERING_TENSOR_SHORTPRODUCTS_H

#include "lowering/target/VectorUnit.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Types.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstdint>
#include <optional>

namespace mlirgym::lowering {

/// Products of `from` that an instruction of `dots` adds to a lane of `to`; 0
/// if there is none.
int64_t groupOf(mlir::Type from, mlir::Type to, const DotInstructions &dots);

/// True if `count` adjacent elements may be a group: two or four i8, two i16 or
/// bf16.
bool isGroup(mlir::Type element, int64_t count);

/// Element i of each of two or four vectors in turn.
mlir::Value interleave(mlir::OpBuilder &at, llvm::ArrayRef<mlir::Value> parts);

/// The extensions of both factors of a sum of products of extended elements,
/// in the order of the inputs; nothing if it is another operation.
std::optional<std::array<mlir::Operation *, 2>>
extensionsOf(mlir::linalg::LinalgOp op);

/// True if `root` is or contains a sum that is marked for a matrix unit.
bool usesMatrixUnit(mlir::Operation *root);

/// True for a sum that is marked for a matrix unit, and for the fill with which
/// it begins: their vectors become tiles, which need no masks, and a fill with
/// 0 needs no code.
bool isInMatrixTiles(mlir::linalg::LinalgOp op);

/// Prepares a sum of products of i8 for a `factor` whose top bits are inverted
/// and which is of the other signedness: 128 more or less in each element. What
/// this changes in the sums, 128 times the sums of the other factor, is
/// computed once and replaces the 0 with which they are filled. The caller
/// replaces the factor and its extension. False, without changes, if the fill
/// is not found, or the other factor before loops cut it.
bool shiftSums(mlir::RewriterBase &rewriter, mlir::OpOperand &factor);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TENSOR_SHORTPRODUCTS_H
