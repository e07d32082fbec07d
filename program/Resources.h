//===- program/Resources.h - Constants kept beside the program --*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_RESOURCES_H
#define MLIRGYM_PROGRAM_RESOURCES_H

#include "llvm/Support/Error.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlirgym {

/// Replaces each `dense_resource` by a `dense` constant of the same elements.
/// Resources go by names, which MLIR changes when it meets one again ("w_1"):
/// the same program would have another key the second time. Errors:
/// ProgramError at a resource without data, or of a size that is not its
/// type's.
llvm::Error inlineResources(mlir::func::FuncOp entry);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_RESOURCES_H
