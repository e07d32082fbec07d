//===- agents/policy/FolderLock.h - One training per folder --------*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_POLICY_FOLDERLOCK_H
#define MLIRGYM_AGENTS_POLICY_FOLDERLOCK_H

#include "program/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Held on the file `lock` of a folder, which stays when this goes and says who
/// has it. The system lets go of it when the process ends, however that comes.
class FolderLock {
public:
  /// Errors: text naming the folder and the process that holds it. A file
  /// system without locks is no error: then nothing keeps two apart.
  static llvm::Expected<FolderLock> take(llvm::StringRef folder);

private:
  explicit FolderLock(FileDescriptor held) : file(std::move(held)) {}
  FileDescriptor file;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_FOLDERLOCK_H
