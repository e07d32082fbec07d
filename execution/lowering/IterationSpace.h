//===- execution/lowering/IterationSpace.h - Trip counts of an op ---------===//
#ifndef MLIRGYM_EXECUTION_LOWERING_ITERATIONSPACE_H
#define MLIRGYM_EXECUTION_LOWERING_ITERATIONSPACE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlirgym::lowering {

/// Trip counts of a structured op: exact ones of static loops, upper bounds of
/// others.
struct IterationSpace {
  /// Shape [number of loops], outermost loop first.
  llvm::SmallVector<int64_t> tripCounts;
  /// Loops of which tripCounts is only an upper bound.
  llvm::SmallVector<unsigned> dynamicLoops;
  /// Loop that becomes the lanes of vectors: the innermost one of the result
  /// with more than one iteration; -1 if the result is one element.
  int laneLoop = -1;

  bool isStatic() const { return dynamicLoops.empty(); }

  /// Nothing if a trip count has no constant upper bound.
  static std::optional<IterationSpace> of(mlir::linalg::LinalgOp op);
};

/// Vector operations of 64 bytes that the op unrolls to, without its body.
/// Operands that run fastest along another loop than the result need shuffles,
/// which count four times. Saturates at 1e9.
int64_t countVectorOps(mlir::linalg::LinalgOp op, const IterationSpace &space);

/// True if the lanes of any operand are not contiguous in memory: each lane is
/// then loaded or stored separately.
bool isScattered(mlir::linalg::LinalgOp op, const IterationSpace &space);

/// True if the op is to become vectors: it is marked, or it is a small fill,
/// copy or merge of partial results, which belong to the op that uses them.
bool isVectorTarget(mlir::linalg::LinalgOp op);

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_ITERATIONSPACE_H
