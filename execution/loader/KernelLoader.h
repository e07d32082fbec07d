//===- execution/loader/KernelLoader.h - Object code to a function --------===//
#ifndef MLIRGYM_EXECUTION_LOADER_KERNELLOADER_H
#define MLIRGYM_EXECUTION_LOADER_KERNELLOADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

/// libc's allocation functions for kernels, on those of a heap, which never
/// return null. `allocate`: takes an alignment and a size.
template <void *(*malloc)(size_t), void (*free)(void *),
          void *(*realloc)(void *, size_t), void *(*allocate)(size_t, size_t)>
llvm::ArrayRef<HostFunction> allocationFunctions() {
  auto address = [](auto *function) {
    return reinterpret_cast<void *>(function);
  };
  auto *calloc = +[](size_t count, size_t size) {
    size_t bytes = 0;
    if (__builtin_mul_overflow(count, size, &bytes))
      bytes = SIZE_MAX;
    return std::memset(malloc(bytes), 0, bytes);
  };
  auto *posixMemalign = +[](void **result, size_t alignment, size_t size) {
    if (!llvm::isPowerOf2_64(alignment) || alignment % sizeof(void *) != 0)
      return EINVAL;
    *result = allocate(alignment, size);
    return 0;
  };
  static const HostFunction functions[] = {
      {"malloc", address(malloc)},
      {"free", address(free)},
      {"calloc", address(calloc)},
      {"realloc", address(realloc)},
      {"aligned_alloc", address(allocate)},
      {"memalign", address(allocate)},
      {"posix_memalign", address(posixMemalign)}};
  return functions;
}

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
