//===- program/ProgramParts.h - What a Program is made of -------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PROGRAMPARTS_H
#define MLIRGYM_PROGRAM_PROGRAMPARTS_H

#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// What parsing and normalising gives, as a worker sends it: the rest of a
/// Program follows from it.
struct ProgramParts {
  std::string text; ///< the normal form
  std::vector<Operation> operations;
  std::vector<Argument> arguments;
  ProgramKey key;
};

/// Succeeds if `parts` can be what a payload has: sizes within Limits.h,
/// indices in range, enumerators that exist, tags in their order. Parts come
/// from a process that read a stranger's text; nothing in them is taken on
/// trust. Errors: what is wrong, without a place.
llvm::Error checkParts(const ProgramParts &parts);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PROGRAMPARTS_H
