//===- program/payload/PayloadCheck.h - Checks a payload --------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PAYLOAD_PAYLOADCHECK_H
#define MLIRGYM_PROGRAM_PAYLOAD_PAYLOADCHECK_H

#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
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

/// The element type; none if it is not supported.
std::optional<ElementType> elementTypeOf(mlir::Type type);

/// The function called `name`; if it is "", the only function of the module
/// that can be a payload. Errors: ProgramError if there is none or more than
/// one.
llvm::Expected<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                             llvm::StringRef name);

/// Succeeds if the function, which has a body, has one block. Errors:
/// ProgramError at the branch.
llvm::Error checkOneBlock(mlir::func::FuncOp function);

/// Succeeds if `entry` can be normalised: one block; static shapes, supported
/// element types and no layouts; only structured operations and supported
/// operations between them. Errors: ProgramError at the first operation that
/// violates this.
llvm::Error checkPayload(mlir::func::FuncOp entry);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PAYLOAD_PAYLOADCHECK_H
