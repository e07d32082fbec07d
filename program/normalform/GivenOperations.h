//===- program/normalform/GivenOperations.h - Operations that are calls ---===//
#ifndef MLIRGYM_PROGRAM_NORMALFORM_GIVENOPERATIONS_H
#define MLIRGYM_PROGRAM_NORMALFORM_GIVENOPERATIONS_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

/// Operation::kind of an operation whose kernel is other code than ours: to an
/// agent it is a call. No action applies to it except `done`, and no other
/// operation fuses it.
inline constexpr llvm::StringLiteral callKind = "func.call";

inline bool isCallOfGivenCode(const Operation &operation) {
  return operation.kind == callKind;
}

/// `program` with these operations as calls. All else is as it was, the key
/// too. Requires: indices of its operations.
Program withGivenOperations(const Program &program,
                            llvm::ArrayRef<unsigned> operations);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_NORMALFORM_GIVENOPERATIONS_H
