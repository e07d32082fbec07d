//===- execution/kernelcache/KernelCache.h - Object code by content -------===//
#ifndef MLIRGYM_EXECUTION_KERNELCACHE_KERNELCACHE_H
#define MLIRGYM_EXECUTION_KERNELCACHE_KERNELCACHE_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

struct KernelCacheOptions {
  /// False: nothing is stored, neither on disk nor in memory.
  bool on = true;
  /// True: every look-up misses, but compiled kernels are stored.
  bool alwaysCompile = false;
  /// "": no cache on disk.
  std::string directory;
  /// Maximum size of all files together, with an accuracy of a sixteenth.
  uint64_t diskLimitBytes = 4ull << 30;
  uint64_t memoryLimitBytes = 256ull << 20;

  /// Reads MLIRGYM_CACHE_DIR, MLIRGYM_CACHE_ON (0 or 1), MLIRGYM_ALWAYS_COMPILE
  /// (0 or 1) and MLIRGYM_CACHE_LIMIT (bytes, or with K, M, G); they are read
  /// nowhere else. Errors: ExecutionError naming variable and value.
  static llvm::Expected<KernelCacheOptions> fromEnvironment();
};

/// BLAKE3 hash of everything that object code depends on: payload (by its key),
/// symbol of the entry, schedule and its script, toolchain and lowering
/// version, processor and features.
struct KernelKey {
  std::array<uint8_t, 32> bytes{};

  static KernelKey of(const Program &program, llvm::StringRef schedule,
                      llvm::StringRef script, llvm::StringRef toolchain,
                      llvm::StringRef cpu, llvm::StringRef features);
  /// 64 hexadecimal digits.
  std::string hex() const;
  friend auto operator<=>(const KernelKey &, const KernelKey &) = default;
};

using KernelBytes = std::shared_ptr<const std::vector<char>>;

struct KernelCacheStatistics {
  uint64_t memoryHits = 0, diskHits = 0, misses = 0, stores = 0;
  /// Files that existed but were damaged (truncated, flipped bits).
  uint64_t rejected = 0;
};

/// An LRU cache of object code in memory over files in a directory, one per
/// kernel, which many processes share. A file is written completely or not at
/// all and carries a checksum; the least recently used files are deleted when
/// the directory exceeds its limit. A file that cannot be read or written is a
/// miss, never an error. Thread safe.
class KernelCache {
public:
  /// Errors: ExecutionError if the directory cannot be created.
  static llvm::Expected<std::unique_ptr<KernelCache>>
  open(KernelCacheOptions options);
  ~KernelCache();

  /// nullptr on a miss.
  KernelBytes lookup(const KernelKey &key);
  void store(const KernelKey &key, llvm::ArrayRef<char> object);

  KernelCacheStatistics statistics() const;
  /// Sums over all processes that used the directory and closed the cache, so
  /// without killed ones. Zeros if there are no statistics.
  static KernelCacheStatistics statisticsOf(llvm::StringRef directory);
  const KernelCacheOptions &options() const;
  /// Path of a kernel's file, which need not exist; "" without a directory.
  std::string pathOf(const KernelKey &key) const;

private:
  KernelCache();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELCACHE_KERNELCACHE_H
