//===- execution/server/KernelLoader.h - Object code to a function --------===//
#ifndef MLIRGYM_EXECUTION_SERVER_KERNELLOADER_H
#define MLIRGYM_EXECUTION_SERVER_KERNELLOADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym::worker {

/// The entry function of a loaded kernel: takes one pointer to a memref
/// descriptor per argument of the program.
class Kernel {
public:
  /// Calls it `number` times. Requires: at most maxArguments arguments.
  void call(llvm::ArrayRef<void *> descriptors, uint32_t number) const;

private:
  friend class KernelLoader;
  void *address = nullptr;
};

/// Links relocatable objects into this process by JITLink: a single one, or the
/// members of an archive, which may include archives and shared libraries.
/// Symbols that they do not define come from the process (libomp, libm, libc),
/// except the allocation functions, which are those of KernelHeap.h. One kernel
/// at a time; not thread safe.
class KernelLoader {
public:
  static llvm::Expected<std::unique_ptr<KernelLoader>> create();
  ~KernelLoader();

  /// Replaces the kernel loaded before. `object` is copied. Errors: the defect
  /// of the object (not ELF; `symbol`, or one that it needs, is not defined).
  llvm::Expected<Kernel> load(llvm::ArrayRef<char> object,
                              llvm::StringRef symbol);

private:
  KernelLoader();
  /// `depth`: number of archives around this file.
  llvm::Error add(llvm::StringRef bytes, llvm::StringRef name, unsigned depth);
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_KERNELLOADER_H
