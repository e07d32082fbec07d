//===- lowering/buffer/LinearOffset.h - Offset of a view ------------------===//
#ifndef MLIRGYM_LOWERING_BUFFER_LINEAROFFSET_H
#define MLIRGYM_LOWERING_BUFFER_LINEAROFFSET_H

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

/// A position in a buffer, in elements from its beginning: a constant plus
/// multiples of values, such as induction variables.
class LinearOffset {
public:
  /// The position of `view[indices]` in the buffer underlying the view. nullopt
  /// if a view has a stride that is not constant, or a layout without strides.
  static std::optional<LinearOffset> of(mlir::Value view,
                                        mlir::ValueRange indices);

  /// Change of the position when `value` increases by 1.
  int64_t factorOf(mlir::Value value) const { return factors.lookup(value); }
  /// True if the position is a loop-invariant value plus a multiple of the
  /// induction variable of the loop.
  bool isLinearIn(mlir::scf::ForOp loop) const;
  /// The largest number that is known to divide the position. An induction
  /// variable is divisible by the common divisors of its lower bound and step.
  /// 0 for position 0.
  int64_t divisor() const { return divisorOfIterations({}); }
  /// The same for the first iteration of `loop`.
  int64_t divisorAtBegin(mlir::scf::ForOp loop) const {
    return divisorOfIterations(loop);
  }
  /// The position as an index. Requires: all values dominate `at`.
  mlir::Value build(mlir::OpBuilder &at, mlir::Location loc) const;

private:
  /// The divisor over all iterations, but only the first iteration of `first`.
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
#endif // MLIRGYM_LOWERING_BUFFER_LINEAROFFSET_H
