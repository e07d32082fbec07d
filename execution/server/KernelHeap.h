//===- execution/server/KernelHeap.h - Memory that kernels allocate -------===//
#ifndef MLIRGYM_EXECUTION_SERVER_KERNELHEAP_H
#define MLIRGYM_EXECUTION_SERVER_KERNELHEAP_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace mlirgym {

/// What a kernel finds in place of one of libc's allocation functions.
struct KernelHeapFunction {
  const char *name;
  void *address;
};

/// malloc, free and their kin, for kernels. Each block stands between bytes of
/// a pattern that is looked at when the block is freed and by findHeapDamage().
/// Without memory they end the process with WorkerExit::OutOfMemory instead of
/// giving the kernel a null pointer. From any thread.
///
/// A block costs 30 ns more than one of libc, a large one 200, and at most 8.2
/// KiB, a small one 232 bytes.
llvm::ArrayRef<KernelHeapFunction> kernelHeapFunctions();

/// What kernels did to the heap since the process began, if they damaged it: it
/// can be told from, but not mended, so no other kernel may run here. Looks at
/// the blocks that are not freed. No kernel may be running.
std::optional<std::string> findHeapDamage();

/// Frees what kernels have left. No kernel may be running, or run again.
void freeKernelBlocks();

/// From now on the memory of freed blocks stays in the process, as far as it
/// can: handed back after each call, a page would be cleared by the system
/// whenever it is written to first (a depthwise-separable block: 2.4 ms instead
/// of 0.7). It counts for the memory limit; releaseFreedMemory() hands it back.
void keepFreedMemory();
void releaseFreedMemory();
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_SERVER_KERNELHEAP_H
