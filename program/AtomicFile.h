//===- program/AtomicFile.h - Files written whole or not at all -*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_ATOMICFILE_H
#define MLIRGYM_PROGRAM_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Writes `bytes` beside `path`, to disk, and renames: whoever reads `path`, at
/// any time, a crash or a signal included, finds the old file or the new one.
/// No signal handler is installed, and none removes anything: where the file
/// system allows, what is not whole yet has no name, so that a process that is
/// killed leaves nothing. A link is followed; what is there and is no regular
/// file is refused. Errors: text naming the file.
llvm::Error writeAtomically(llvm::StringRef path, llvm::StringRef bytes);

/// Adds a line to the end of the regular file `path`, which is made if missing.
llvm::Error appendLine(llvm::StringRef path, llvm::StringRef line);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_ATOMICFILE_H
