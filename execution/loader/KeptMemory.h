//===- execution/loader/KeptMemory.h - Memory for the next call -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOADER_KEPTMEMORY_H
#define MLIRGYM_EXECUTION_LOADER_KEPTMEMORY_H

#include "execution/loader/KernelLoader.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstddef>

namespace mlirgym::worker {

// Memory for kernels in this process and for their outputs. Blocks of the same
// size are used again: libc returns large ones to the system, which clears each
// page at its next first write (4 MiB: 1 ms). Blocks of 2 MiB and more are on
// huge pages where the system has some. Usable from any thread.

/// Most bytes of free blocks; others are returned to the system.
inline constexpr size_t mostKeptBytes = size_t(1) << 30;

/// A block at a multiple of 64 bytes; null if there is not enough memory.
void *allocateKept(size_t sizeBytes);
/// Frees a block, or null.
void freeKept(void *data);
/// Bytes of the free blocks.
size_t keptBytes();

/// libc's allocation functions, on such blocks: for KernelLoader. When memory
/// runs out they end the process.
llvm::ArrayRef<HostFunction> keptMemoryFunctions();
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_LOADER_KEPTMEMORY_H
