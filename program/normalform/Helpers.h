//===- program/normalform/Helpers.h - Functions that a payload calls ------===//
#ifndef MLIRGYM_PROGRAM_NORMALFORM_HELPERS_H
#define MLIRGYM_PROGRAM_NORMALFORM_HELPERS_H

#include "llvm/Support/Error.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlirgym {

/// Replaces each call in `entry` by the body of the function, and the calls in
/// that body, too. Errors: ProgramError at a call of a function that has no
/// body, has several blocks or calls itself, or if the calls expand to more
/// than maxOperations operations; `entry` is then partly changed.
llvm::Error inlineHelpers(mlir::func::FuncOp entry);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_NORMALFORM_HELPERS_H
