//===- program/payload/ParseComplaint.h - Errors of MLIR's parser ---------===//
#ifndef MLIRGYM_PROGRAM_PAYLOAD_PARSECOMPLAINT_H
#define MLIRGYM_PROGRAM_PAYLOAD_PARSECOMPLAINT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlirgym {

/// The first error of MLIR's parser in a text or bytecode.
struct ParseComplaint {
  llvm::StringRef what;          ///< in MLIR's words; "" without a message
  llvm::StringRef text;          ///< the whole text
  unsigned line = 0, column = 0; ///< from 1 on; 0: unknown
};

/// The error, and after a semicolon how to fix it: in our own words for foreign
/// dialects and for bytecode of a newer MLIR, otherwise in MLIR's.
std::string describe(const ParseComplaint &complaint);

/// Advice for writing a program without operations of an unsupported dialect.
llvm::StringRef howToAvoid(llvm::StringRef dialect);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PAYLOAD_PARSECOMPLAINT_H
