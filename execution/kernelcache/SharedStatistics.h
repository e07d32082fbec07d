//===- execution/kernelcache/SharedStatistics.h - Counts of all processes -===//
#ifndef MLIRGYM_EXECUTION_KERNELCACHE_SHAREDSTATISTICS_H
#define MLIRGYM_EXECUTION_KERNELCACHE_SHAREDSTATISTICS_H

#include "execution/kernelcache/KernelCache.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

/// Adds to the statistics file of the directory, under a lock;
/// KernelCache::statisticsOf() reads it. Failures to write are ignored.
void addStatistics(llvm::StringRef directory, KernelCacheStatistics counts);
/// Sets the sums to zero.
void removeStatistics(llvm::StringRef directory);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELCACHE_SHAREDSTATISTICS_H
