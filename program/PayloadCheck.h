//===- program/PayloadCheck.h - Checks a payload ----------------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PAYLOADCHECK_H
#define MLIRGYM_PROGRAM_PAYLOADCHECK_H

#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace mlir {
class ModuleOp;
class Type;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace mlirgym {

/// The element type as we know it; none for those that we do not support.
std::optional<ElementType> elementTypeOf(mlir::Type type);

/// The one function of the module that is a payload. Errors: ProgramError if
/// there is none or more than one.
llvm::Expected<mlir::func::FuncOp> findEntry(mlir::ModuleOp module);

/// Succeeds if everything in `entry` can be normalised: one block; static
/// shapes, supported element types and no layouts; structured operations and
/// their glue only. Errors: ProgramError at the first operation that is not.
llvm::Error checkPayload(mlir::func::FuncOp entry);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PAYLOADCHECK_H
