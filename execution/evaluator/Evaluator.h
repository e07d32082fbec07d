//===- execution/evaluator/Evaluator.h - Evaluates a program ----*- C++ -*-===//
//
// Computes a payload by the semantics of its operations, on the IR as it was
// loaded, without transformation, bufferisation and code generation, so that it
// has no defect in common with the code that it checks. Structured operations
// are loops over their iteration domain, elementary functions are those of
// libm, and everything is computed in f64.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_EVALUATOR_EVALUATOR_H
#define MLIRGYM_EXECUTION_EVALUATOR_EVALUATOR_H

#include "execution/evaluator/Body.h"
#include "execution/evaluator/Decisions.h"
#include "execution/evaluator/Operations.h"
#include "execution/evaluator/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace mlirgym::reference {

/// The contents of the arguments after a call.
struct Evaluation {
  MaybeProblem problem;
  /// One per argument; null for those that are not written.
  std::vector<SharedTensor> outputs;
  Decisions decisions;
};

/// Runs `entry`, a payload in normal form (program/normalform/Normalize.h).
/// `arguments`: the initial contents of each argument; null if they are not
/// read. `needs`: only these elements are computed; null: all.
Evaluation evaluate(mlir::func::FuncOp entry,
                    llvm::ArrayRef<SharedTensor> arguments, Progress progress,
                    const Needs *needs = nullptr);

/// Approximate number of scalar operations of evaluate().
double workOf(mlir::func::FuncOp entry);
/// The number of terms of the longest reduction of `entry`, at least 1.
double longestReduction(mlir::func::FuncOp entry);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_EVALUATOR_EVALUATOR_H
