//===- agents/ppo/AtomicFile.h - Files written whole or not at all -*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_PPO_ATOMICFILE_H
#define MLIRGYM_AGENTS_PPO_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Writes `bytes` beside `path`, to disk, and renames: whoever reads `path`, at
/// any time, a crash included, finds the old file or the new one. Errors: text
/// naming the file.
llvm::Error writeAtomically(llvm::StringRef path, llvm::StringRef bytes);

/// Adds a line to the end of `path`, which is made if missing.
llvm::Error appendLine(llvm::StringRef path, llvm::StringRef line);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ATOMICFILE_H
