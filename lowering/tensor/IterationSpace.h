//===- lowering/tensor/IterationSpace.h - Trip counts of an op ------------===//
#ifndef MLIRGYM_LOWERING_TENSOR_ITERATIONSPACE_H
#define MLIRGYM_LOWERING_TENSOR_ITERATIONSPACE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlirgym::lowering {

/// Trip counts of a structured op: exact for static loops, upper bounds for
/// dynamic loops.
struct IterationSpace {
  /// Shape [number of loops], outermost loop first.
  llvm::SmallVector<int64_t> tripCounts;
  /// Loops for which tripCounts is only an upper bound.
  llvm::SmallVector<unsigned> dynamicLoops;
  /// The loop that becomes the lanes of vectors: the innermost loop of the
  /// result with more than one iteration; -1 if the result has one element.
  int laneLoop = -1;

  bool isStatic() const { return dynamicLoops.empty(); }

  /// nullopt if a trip count has no constant upper bound.
  static std::optional<IterationSpace> of(mlir::linalg::LinalgOp op);
};

/// Limit of a marked op in vector operations on 64 bytes, by countOpsOfCode();
/// with about four times as many, code generation takes several seconds.
constexpr int64_t mostVectorOps = 512;

/// Operations of the body that are no constants, at least 1.
int64_t countBodyOps(mlir::linalg::LinalgOp op);

/// Number of 64-byte vector operations that the op unrolls to, not counting its
/// body. Operands whose innermost loop is not that of the result need shuffles,
/// which count four times. Saturates at 1e9.
int64_t countVectorOps(mlir::linalg::LinalgOp op, const IterationSpace &space);

/// The same times the operations of the body, without the extensions of a
/// product's factors: an instruction adds four products of i8 to a lane, or two
/// of bf16 (actions/VectorCost.h), and a promoted copy may have extended
/// elements.
double countOpsOfCode(mlir::linalg::LinalgOp op, const IterationSpace &space);

/// True if the lanes of any operand are not contiguous in memory: each lane is
/// then loaded or stored separately.
bool isScattered(mlir::linalg::LinalgOp op, const IterationSpace &space);

/// True if the op is to be vectorised: it is marked, or it is a small fill,
/// copy or merge of partial results, which belongs to the op that uses it.
bool isVectorTarget(mlir::linalg::LinalgOp op);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TENSOR_ITERATIONSPACE_H
