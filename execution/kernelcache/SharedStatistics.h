//===- execution/kernelcache/SharedStatistics.h - Counts of all processes -===//
#ifndef MLIRGYM_EXECUTION_KERNELCACHE_SHAREDSTATISTICS_H
#define MLIRGYM_EXECUTION_KERNELCACHE_SHAREDSTATISTICS_H

#include "execution/kernelcache/KernelCache.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

/// Adds to the file of the directory, one process after the other; read by
/// KernelCache::statisticsOf(). Figures for people: that they cannot be written
/// is no error.
void addStatistics(llvm::StringRef directory, KernelCacheStatistics counts);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELCACHE_SHAREDSTATISTICS_H
