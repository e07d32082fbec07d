//===- program/MlirRlForm.h - Timing code of MLIR-RL's files ----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_MLIRRLFORM_H
#define MLIRGYM_PROGRAM_MLIRRLFORM_H

#include "llvm/Support/Error.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlirgym {

/// MLIR-RL's data set times the payload inside the payload: a private
/// `@nanoTime() -> i64` is called before and after the operations, and the
/// difference is the last result. Removes the calls, what is computed from them
/// alone, and those results; a module without `@nanoTime` is left as it is.
/// Errors: ProgramError if the time is used for anything else.
llvm::Error stripTiming(mlir::ModuleOp module);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_MLIRRLFORM_H
