//===- program/ProgramParts.h - The parts of a Program ----------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PROGRAMPARTS_H
#define MLIRGYM_PROGRAM_PROGRAMPARTS_H

#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// The result of parsing and normalising, as a worker process sends it. The
/// rest of a Program is derived from it.
struct ProgramParts {
  std::string text; ///< the normal form
  std::vector<Operation> operations;
  std::vector<Argument> arguments;
  SourceSignature source;
  ProgramKey key;
};

/// Succeeds if `parts` can belong to a payload: sizes within Limits.h, indices
/// in range, valid enumerators, tags in order. Parts come from a process that
/// has read untrusted text, so they are not trusted either. Errors: the
/// problem, without a location.
llvm::Error checkParts(const ProgramParts &parts);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PROGRAMPARTS_H
