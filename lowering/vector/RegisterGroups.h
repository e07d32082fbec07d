//===- lowering/vector/RegisterGroups.h - What fits registers ---*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_VECTOR_REGISTERGROUPS_H
#define MLIRGYM_LOWERING_VECTOR_REGISTERGROUPS_H

#include "lowering/target/VectorUnit.h"
#include "lowering/vector/Strip.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace mlirgym::lowering {

/// All of a vector as strips along its last dimension, in groups that fit into
/// the registers together with their operands. One group if all strips fit.
///
/// Of a sum of products, one operand usually varies along the last dimension,
/// the right one, and the other does not. The strips for which the right
/// operand is the same are a column: a product of matrices has one for each
/// strip of a row, a convolution of NCHW one for each strip of each row of the
/// image.
llvm::SmallVector<llvm::SmallVector<Strip>>
registerGroups(mlir::Value vector, int64_t lanes, const VectorUnit &unit);

/// Number of strips in each column of a group of accumulators, and of columns.
struct GroupShape {
  int64_t rows = 1, columns = 1;
  friend bool operator==(const GroupShape &, const GroupShape &) = default;
};

/// The group with the most multiplications per load. Of all groups that leave
/// registers for one row of the right operand and one element of the left, it
/// has the largest rows * columns / (rows + columns), divided evenly over
/// `rows` x `columns`.
GroupShape chooseGroup(int64_t rows, int64_t columns, int64_t registers);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_VECTOR_REGISTERGROUPS_H
