//===- program/files/LockedFolder.h - A folder of one process ---*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_FILES_LOCKEDFOLDER_H
#define MLIRGYM_PROGRAM_FILES_LOCKEDFOLDER_H

#include "program/files/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// A folder that only one object at a time may use, in all processes: its file
/// `lock`, which names the process and is never removed, is locked during the
/// lifetime of the object. The system releases the lock when the process ends,
/// even if it is killed.
class LockedFolder {
public:
  /// Creates the folder if it is missing. Errors: text naming the folder if it
  /// cannot be created, or if another object uses it, and that object's
  /// process. On a file system without locks it is not exclusive, without an
  /// error.
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
#endif // MLIRGYM_PROGRAM_FILES_LOCKEDFOLDER_H
