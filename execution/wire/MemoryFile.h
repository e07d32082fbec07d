//===- execution/wire/MemoryFile.h - Sealed memory files --------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_MEMORYFILE_H
#define MLIRGYM_EXECUTION_WIRE_MEMORYFILE_H

#include "program/files/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlirgym::worker {

/// Bytes in a sealed anonymous file (memfd), which can no longer be changed or
/// resized, so that a receiver can read it safely without trusting the sender.
/// Mapped for reading during the lifetime of this object. Never on disk.
class MemoryFile {
public:
  MemoryFile() = default;
  MemoryFile(MemoryFile &&other) noexcept;
  MemoryFile &operator=(MemoryFile &&other) noexcept;
  ~MemoryFile();

  /// `fill` writes all of the `sizeBytes` (> 0) bytes, which are initially
  /// zero. `name` appears in /proc only. Errors: ExecutionError (no memory, no
  /// memfd).
  static llvm::Expected<MemoryFile>
  create(const char *name, size_t sizeBytes,
         llvm::function_ref<void(llvm::MutableArrayRef<char>)> fill);
  static llvm::Expected<MemoryFile> create(const char *name,
                                           llvm::ArrayRef<char> bytes);
  /// Takes a received descriptor. Errors: ExecutionError if it is empty or not
  /// sealed.
  static llvm::Expected<MemoryFile> adopt(FileDescriptor received);
  /// Adopts the only descriptor of `received`; invalid if there is not exactly
  /// one, or if adopt() rejects it.
  static MemoryFile adoptOnly(llvm::MutableArrayRef<FileDescriptor> received);

  /// Page aligned.
  llvm::ArrayRef<char> bytes() const { return {data, sizeBytes}; }
  int fd() const { return file.get(); }
  bool valid() const { return file.valid(); }
  /// Unique among all memory files that any process has in use; 0 if not
  /// valid().
  uint64_t identity() const { return inode; }

private:
  llvm::Error map();

  FileDescriptor file;
  const char *data = nullptr;
  size_t sizeBytes = 0;
  uint64_t inode = 0;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_MEMORYFILE_H
