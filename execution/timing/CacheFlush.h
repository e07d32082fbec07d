//===- execution/timing/CacheFlush.h - Flushes data from caches -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_CACHEFLUSH_H
#define MLIRGYM_EXECUTION_TIMING_CACHEFLUSH_H

#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {

/// Writes these bytes back and evicts them from every cache of the machine: by
/// instructions per line on processors that have them (x86-64, AArch64),
/// otherwise by reading 64 MiB of other memory. The kernel's own allocations
/// and its code are not flushed.
void flushFromCaches(llvm::ArrayRef<char> bytes);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_CACHEFLUSH_H
