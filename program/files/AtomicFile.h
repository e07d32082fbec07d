//===- program/files/AtomicFile.h - Files written atomically ----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_FILES_ATOMICFILE_H
#define MLIRGYM_PROGRAM_FILES_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Writes `bytes` to disk beside `path` and renames the file: readers of `path`
/// find either the old file or the new one at any time, even after a crash or a
/// signal. No signal handler is installed. If the file system supports it, an
/// incomplete file has no name, so that a process that is killed leaves nothing
/// behind. Links are followed; anything but a regular file is rejected. Errors:
/// text naming the file.
llvm::Error writeAtomically(llvm::StringRef path, llvm::StringRef bytes);

/// Appends a line to the regular file `path`, which is created if missing.
llvm::Error appendLine(llvm::StringRef path, llvm::StringRef line);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_FILES_ATOMICFILE_H
