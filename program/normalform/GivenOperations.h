//===- program/normalform/GivenOperations.h - Operations that are calls ---===//
#ifndef MLIRGYM_PROGRAM_NORMALFORM_GIVENOPERATIONS_H
#define MLIRGYM_PROGRAM_NORMALFORM_GIVENOPERATIONS_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

/// Operation::kind of an operation whose kernel comes from outside the library:
/// agents see it as a call. Only the action `done` applies to it, and it is
/// never fused into another operation.
inline constexpr llvm::StringLiteral callKind = "func.call";

inline bool isCallOfGivenCode(const Operation &operation) {
  return operation.kind == callKind;
}

/// `program` with these operations as calls. Everything else, including the
/// key, is unchanged. Requires: indices of its operations.
Program withGivenOperations(const Program &program,
                            llvm::ArrayRef<unsigned> operations);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_NORMALFORM_GIVENOPERATIONS_H
