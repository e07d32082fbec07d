//===- execution/reference/Operations.h - Runs one operation ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_OPERATIONS_H
#define MLIRGYM_EXECUTION_REFERENCE_OPERATIONS_H

#include "execution/reference/Body.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlirgym::reference {

/// Told after some work: that it goes on.
using Progress = llvm::function_ref<void()>;

/// Runs `op` as its semantics say: for each point of the iteration domain, in
/// the order of its loops, operands through their indexing maps, the body, the
/// results to where the maps of the inits point. Points that write different
/// elements go side by side. Adds the results to `environment`.
MaybeProblem runStructured(mlir::linalg::LinalgOp op, Environment &environment,
                           Progress progress);
/// Operations that runStructured() does for `op`, roughly.
double workOf(mlir::linalg::LinalgOp op);

/// Runs an operation of the tensor or bufferization dialect and adds its result
/// to `environment`.
MaybeProblem runTensorOp(mlir::Operation *op, Environment &environment);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_OPERATIONS_H
