//===- execution/wire/SharedMemory.h - Memory of two processes --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_SHAREDMEMORY_H
#define MLIRGYM_EXECUTION_WIRE_SHAREDMEMORY_H

#include "program/files/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstddef>

namespace mlirgym::worker {

/// An anonymous file (memfd) that caller and worker map for writing, for data
/// that changes often: unlike a MemoryFile, it is made and mapped once. Its
/// size is sealed, so that neither process can make the other's accesses fail.
/// Its contents may change at any time: they must not be trusted.
class SharedMemory {
public:
  SharedMemory() = default;
  SharedMemory(SharedMemory &&other) noexcept;
  SharedMemory &operator=(SharedMemory &&other) noexcept;
  ~SharedMemory();

  /// Zeros, mapped for reading and writing. Errors: ExecutionError (no memory,
  /// no memfd).
  static llvm::Expected<SharedMemory> create(const char *name,
                                             size_t sizeBytes);
  /// Takes a received descriptor, and maps nothing. Errors: ExecutionError if
  /// it is empty or its size is not sealed.
  static llvm::Expected<SharedMemory> adopt(FileDescriptor received);

  /// Page aligned; empty if it was adopted.
  llvm::MutableArrayRef<char> bytes() const { return mapped; }
  size_t size() const { return sizeBytes; }
  int fd() const { return file.get(); }
  bool valid() const { return file.valid(); }

private:
  FileDescriptor file;
  llvm::MutableArrayRef<char> mapped;
  size_t sizeBytes = 0;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_SHAREDMEMORY_H
