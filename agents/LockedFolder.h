//===- agents/LockedFolder.h - A folder of one process ----------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LOCKEDFOLDER_H
#define MLIRGYM_AGENTS_LOCKEDFOLDER_H

#include "program/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// A folder that one object at a time may use, in all processes: its file
/// `lock`, which names the process and is never removed, is locked as long as
/// the object exists. The system releases the lock when the process ends, even
/// if it is killed.
class LockedFolder {
public:
  /// Makes the folder if it is missing. Errors: text naming the folder if it
  /// cannot be made, or if another object holds it, and that object's process.
  /// A file system without locks is no error; nothing is exclusive there.
  static llvm::Expected<LockedFolder> open(llvm::StringRef path);

  /// Path of a file in it.
  std::string file(llvm::StringRef name) const;

private:
  LockedFolder(llvm::StringRef path, FileDescriptor held)
      : path(path.str()), lock(std::move(held)) {}

  std::string path;
  FileDescriptor lock;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LOCKEDFOLDER_H
