//===- lowering/gpu/team/PointBuilder.h - One iteration ---------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_TEAM_POINTBUILDER_H
#define MLIRGYM_LOWERING_GPU_TEAM_POINTBUILDER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace mlirgym::lowering {

/// Writes the code of single iterations of a structured operation on buffers,
/// or of `lanes` neighbouring iterations along one loop as vectors. With more
/// than one lane all operands are contiguous or uniform along that loop, and
/// the body is arithmetic of each element alone.
class PointBuilder {
public:
  using Value = mlir::Value;
  using Values = llvm::SmallVector<Value>;

  PointBuilder(mlir::RewriterBase &irRewriter,
               mlir::linalg::GenericOp operation, unsigned laneLoop,
               int64_t numLanes)
      : rewriter(irRewriter), op(operation), alongLanes(laneLoop),
        lanes(numLanes) {}

  /// The elements of an operand at these iterations, one index per loop.
  Value load(mlir::OpOperand &operand, mlir::ValueRange indices);
  void store(mlir::OpOperand &operand, Value value, mlir::ValueRange indices);
  /// Loads the inputs and returns what the body yields for these values of the
  /// outputs. An output that the body does not read may be null.
  Values compute(mlir::ValueRange indices, llvm::ArrayRef<Value> outputs);
  /// A scalar in each lane.
  Value splat(Value scalar);

private:
  Values indicesOf(mlir::OpOperand &operand, mlir::ValueRange indices);
  bool hasLanes(mlir::OpOperand &operand);

  mlir::RewriterBase &rewriter;
  mlir::linalg::GenericOp op;
  const unsigned alongLanes;
  const int64_t lanes;
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_TEAM_POINTBUILDER_H
