//===- execution/evaluator/Operations.h - Runs one operation ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EVALUATOR_OPERATIONS_H
#define MLIRGYM_EXECUTION_EVALUATOR_OPERATIONS_H

#include "execution/evaluator/Body.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlirgym::reference {
class Needs; // execution/evaluator/Needs.h

/// Called at intervals to report progress.
using Progress = llvm::function_ref<void()>;

/// Runs `op` by its definition: for each point of the iteration domain, in the
/// order of its loops, reads the operands through their indexing maps, runs the
/// body, and writes the results through the maps of the inits. Points that
/// write different elements are processed together. Adds the results to
/// `environment`. `needs`: see evaluate().
MaybeProblem runStructured(mlir::linalg::LinalgOp op, Environment &environment,
                           Progress progress, const Needs *needs);
/// Approximate number of scalar operations of runStructured().
double workOf(mlir::linalg::LinalgOp op);

/// Runs one operation of a block.
using RunOperation = llvm::function_ref<MaybeProblem(mlir::Operation &)>;

/// True for scf.for, scf.if, scf.while, and a choice between tensors.
bool isControlFlow(mlir::Operation *op);
/// Runs the operations of their blocks as often as they say, and adds the
/// results to `environment`. Requires: isControlFlow(op).
MaybeProblem runControlFlow(mlir::Operation *op, Environment &environment,
                            RunOperation runOperation);
/// Approximate number of scalar operations of an operation between structured
/// ones, or of a structured one.
double workOf(mlir::Operation *op);

/// Runs an operation of the tensor or bufferization dialect and adds its result
/// to `environment`.
MaybeProblem runTensorOp(mlir::Operation *op, Environment &environment);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_EVALUATOR_OPERATIONS_H
