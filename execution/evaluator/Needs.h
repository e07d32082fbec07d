//===- execution/evaluator/Needs.h - What some outputs depend on ----------===//
#ifndef MLIRGYM_EXECUTION_EVALUATOR_NEEDS_H
#define MLIRGYM_EXECUTION_EVALUATOR_NEEDS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace mlirgym::reference {

/// The elements of each tensor of a program on which some elements of its
/// outputs depend, or a superset, so that large programs can be evaluated at
/// some positions only: structured operations compute just these elements, and
/// the others are placeholders.
class Needs {
public:
  /// `positions`: of each argument, the row-major offsets of the elements of
  /// its output that are wanted; empty for an argument that is not written.
  Needs(mlir::func::FuncOp entry,
        llvm::ArrayRef<std::vector<int64_t>> positions);

  /// The points of laneLoopsOf(op) whose results are needed, ascending and
  /// numbered row by row; nullopt if all are.
  std::optional<std::vector<int64_t>> pointsOf(mlir::linalg::LinalgOp op) const;
  /// Approximate number of scalar operations: see workOf() in Evaluator.h.
  double workOf(mlir::func::FuncOp entry) const;

private:
  /// The bits of the elements of a tensor, made on first use.
  llvm::BitVector &bitsOf(mlir::Value tensor);
  void needAll(mlir::Value tensor);
  void addOperandsOf(mlir::linalg::LinalgOp op);
  void addOperandsOf(mlir::Operation &op);

  llvm::DenseMap<mlir::Value, llvm::BitVector> elements;
};
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_EVALUATOR_NEEDS_H
