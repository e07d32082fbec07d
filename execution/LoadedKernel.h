//===- execution/LoadedKernel.h - A kernel in this process ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOADEDKERNEL_H
#define MLIRGYM_EXECUTION_LOADEDKERNEL_H

#include "execution/kernelcache/KernelBundle.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym {

/// A kernel whose code is loaded into this process: a call copies nothing, and
/// costs less than a microsecond. A kernel that crashes ends the process, one
/// that hangs is not interrupted, and it has the rights of the process: load
/// code that you trust. The kernel uses the stack of the calling thread.
class LoadedKernel {
public:
  /// Errors: ExecutionError for a bundle that is not callable, was compiled for
  /// another processor, or has several threads, which need an OpenMP library:
  /// two of them must not be in a process.
  static llvm::Expected<std::shared_ptr<const LoadedKernel>>
  load(std::shared_ptr<const KernelBundle> kernel);
  ~LoadedKernel();

  /// One call. `inputs` are as for KernelRunner::call(). `outputs`: one for
  /// each argument that the kernel writes, in order and of its size. Bytes that
  /// do not begin at a multiple of 64 are copied. Thread safe. Errors:
  /// ExecutionError for a wrong number or size of inputs, or if there is not
  /// enough memory.
  llvm::Error call(llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
                   llvm::ArrayRef<llvm::MutableArrayRef<char>> outputs) const;

  const KernelBundle &bundle() const;

private:
  LoadedKernel();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_LOADEDKERNEL_H
