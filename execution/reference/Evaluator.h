//===- execution/reference/Evaluator.h - Evaluates a program ----*- C++ -*-===//
//
// Computes a payload by the semantics of its operations, on the IR as it was
// loaded: no transformation, no bufferisation, no code generation, so that it
// shares no defect with the code that it judges. Structured operations are
// loops over their iteration domain, elementary functions libm's, everything in
// f64.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_EVALUATOR_H
#define MLIRGYM_EXECUTION_REFERENCE_EVALUATOR_H

#include "execution/reference/Body.h"
#include "execution/reference/Operations.h"
#include "execution/reference/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace mlirgym::reference {

/// The contents of the arguments afterwards.
struct Evaluation {
  MaybeProblem problem;
  /// One for each argument; null for those that are not written.
  std::vector<SharedTensor> outputs;
};

/// Runs `entry`, a payload in normal form (program/Normalize.h). `arguments`:
/// the contents of each argument before; null if they are not read.
Evaluation evaluate(mlir::func::FuncOp entry,
                    llvm::ArrayRef<SharedTensor> arguments, Progress progress);

/// Approximate number of scalar operations of evaluate().
double workOf(mlir::func::FuncOp entry);
/// The most terms that one reduction of `entry` has, at least 1.
double longestReduction(mlir::func::FuncOp entry);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_EVALUATOR_H
