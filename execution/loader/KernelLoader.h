//===- execution/loader/KernelLoader.h - Object code to a function --------===//
#ifndef MLIRGYM_EXECUTION_LOADER_KERNELLOADER_H
#define MLIRGYM_EXECUTION_LOADER_KERNELLOADER_H

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

/// A function of this process that loaded code calls.
struct HostFunction {
  const char *name;
  void *address;
};

/// Links relocatable objects into this process by JITLink: a single one, or the
/// members of an archive, which may include archives and shared libraries.
/// Symbols that they do not define are those of create(), or else come from the
/// process (libomp, libm, libc). One kernel at a time; not thread safe, but
/// loaded kernels may be called from any thread.
class KernelLoader {
public:
  /// `functions`: used in place of the process's functions of the same names.
  static llvm::Expected<std::unique_ptr<KernelLoader>>
  create(llvm::ArrayRef<HostFunction> functions);
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
#endif // MLIRGYM_EXECUTION_LOADER_KERNELLOADER_H
