//===- program/ParseComplaint.h - Errors of MLIR's parser -------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PARSECOMPLAINT_H
#define MLIRGYM_PROGRAM_PARSECOMPLAINT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlirgym {

/// The first error of MLIR's parser on a text, or bytecode.
struct ParseComplaint {
  llvm::StringRef what;          ///< in MLIR's words; "" if it said nothing
  llvm::StringRef text;          ///< all that was parsed
  unsigned line = 0, column = 0; ///< from 1 on; 0: unknown
};

/// What is wrong, and after a semicolon how to mend it: foreign dialects and
/// bytecode of a newer MLIR in sentences of our own, the rest in MLIR's.
std::string describe(const ParseComplaint &complaint);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PARSECOMPLAINT_H
