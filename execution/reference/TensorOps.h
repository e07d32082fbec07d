//===- execution/reference/TensorOps.h - What moves elements ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_TENSOROPS_H
#define MLIRGYM_EXECUTION_REFERENCE_TENSOROPS_H

#include "execution/reference/Body.h"

namespace mlirgym::reference {

/// Runs an operation of the tensor or bufferization dialect and adds its result
/// to `environment`.
MaybeProblem runTensorOp(mlir::Operation *op, Environment &environment);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_TENSOROPS_H
