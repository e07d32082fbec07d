//===- program/files/PathIn.h - Path of a file in a folder ------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_FILES_PATHIN_H
#define MLIRGYM_PROGRAM_FILES_PATHIN_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include <string>

namespace mlirgym {

/// "folder/name", or "folder/name/below".
inline std::string pathIn(llvm::StringRef folder, const llvm::Twine &name,
                          const llvm::Twine &below = {}) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name, below);
  return std::string(path);
}
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_FILES_PATHIN_H
