//===- execution/lowering/buffer/LinearOffset.h - Where a view begins -----===//
#ifndef MLIRGYM_EXECUTION_LOWERING_BUFFER_LINEAROFFSET_H
#define MLIRGYM_EXECUTION_LOWERING_BUFFER_LINEAROFFSET_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/MapVector.h"
#include <cstdint>
#include <optional>

namespace mlirgym::lowering {

/// A position in a buffer, in elements from its begin on: a constant and
/// multiples of values, such as those of loops.
class LinearOffset {
public:
  /// The position of `view[indices]` in the buffer underlying the view. None if
  /// a view has a stride that is not a constant, or another layout.
  static std::optional<LinearOffset> of(mlir::Value view,
                                        mlir::ValueRange indices);

  /// How far the position moves when `value` becomes 1 larger.
  int64_t factorOf(mlir::Value value) const { return factors.lookup(value); }
  /// True if the position is a constant in an iteration of the loop, plus a
  /// multiple of the loop's value.
  bool isLinearIn(mlir::scf::ForOp loop) const;
  /// The largest number that is known to divide the position. For the value of
  /// a loop, what divides its begin and its step does. 0 for position 0.
  int64_t divisor() const { return divisorOfIterations({}); }
  /// The same where `loop` begins.
  int64_t divisorAtBegin(mlir::scf::ForOp loop) const {
    return divisorOfIterations(loop);
  }
  /// The position as an index. Requires: `at` is where all values are known.
  mlir::Value build(mlir::OpBuilder &at, mlir::Location loc) const;

private:
  /// Of all iterations, but of the first one of `first` only.
  int64_t divisorOfIterations(mlir::scf::ForOp first) const;
  bool addView(mlir::Value view);
  bool addIndices(mlir::ArrayRef<mlir::OpFoldResult> indices,
                  mlir::Value buffer);
  void add(mlir::OpFoldResult index, int64_t factor);
  void add(mlir::Value index, int64_t factor);
  bool add(mlir::AffineExpr expr, mlir::ValueRange operands, unsigned numDims,
           int64_t factor);

  int64_t constant = 0;
  llvm::SmallMapVector<mlir::Value, int64_t, 4> factors;
};

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_BUFFER_LINEAROFFSET_H
