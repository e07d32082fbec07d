//===- execution/server/KernelHeap.h - Memory that kernels allocate -------===//
#ifndef MLIRGYM_EXECUTION_SERVER_KERNELHEAP_H
#define MLIRGYM_EXECUTION_SERVER_KERNELHEAP_H

#include "execution/loader/KernelLoader.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace mlirgym::worker {

/// malloc, free and related functions for kernels, in place of libc's. Each
/// block is surrounded by a pattern, which is checked when the block is freed
/// and by findHeapDamage(). When memory runs out, they end the process with
/// WorkerExit::OutOfMemory instead of returning a null pointer to the kernel.
/// Usable from any thread.
///
/// Blocks of 2 MiB and more are on huge pages where the system has some, as the
/// arguments of kernels are.
///
/// Overhead compared with libc: 30 ns per block, 200 ns per large one, 1.2 us
/// from 2 MiB on; 232 bytes per small block, at most 8.2 KiB.
llvm::ArrayRef<HostFunction> kernelHeapFunctions();

/// The damage that kernels did to the heap since the process began, if any. It
/// cannot be repaired, so no other kernel may run in this process. Checks the
/// blocks that are not freed. No kernel may be running.
std::optional<std::string> findHeapDamage();

/// Frees the blocks that kernels have not freed. No kernel may be running or
/// run afterwards.
void freeKernelBlocks();

/// From now on the process keeps the memory of freed blocks if possible. If it
/// were returned after each call, the system would clear each page again at its
/// next first write (a depthwise-separable block: 2.4 ms instead of 0.7). It
/// counts towards the memory limit; releaseFreedMemory() returns it.
void keepFreedMemory();
void releaseFreedMemory();
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_KERNELHEAP_H
