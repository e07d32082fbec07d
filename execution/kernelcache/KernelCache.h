//===- execution/kernelcache/KernelCache.h - Object code by content -------===//
#ifndef MLIRGYM_EXECUTION_KERNELCACHE_KERNELCACHE_H
#define MLIRGYM_EXECUTION_KERNELCACHE_KERNELCACHE_H

#include "execution/kernelcache/KernelBundle.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
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
  /// The behaviour if the directory cannot be created.
  enum class Unusable : uint8_t {
    Error,
    MemoryOnly, ///< for a default directory
  };
  Unusable ifUnusable = Unusable::Error;
  /// Maximum size of all files together, with an accuracy of a sixteenth.
  uint64_t diskLimitBytes = 1ull << 30;
  uint64_t memoryLimitBytes = 256ull << 20;
  /// Maximum number of kernels, with the same accuracy on disk.
  uint64_t diskLimitCount = 50'000;
  uint64_t memoryLimitCount = 10'000;

  /// `folder`, else $MLIRGYM_CACHE_DIR, else defaultKernelFolder(), which may
  /// be unusable. Reads MLIRGYM_CACHE_ON (0 or 1), MLIRGYM_ALWAYS_COMPILE
  /// (0 or 1), MLIRGYM_CACHE_LIMIT and MLIRGYM_CACHE_MEMORY (bytes, or with K,
  /// M, G), MLIRGYM_CACHE_COUNT and MLIRGYM_CACHE_MEMORY_COUNT (kernels); they
  /// are read nowhere else. Errors: ExecutionError naming variable and value.
  static llvm::Expected<KernelCacheOptions>
  fromEnvironment(std::string folder = "");
};

/// $XDG_CACHE_HOME/mlirgym/kernels, else ~/.cache/mlirgym/kernels; not created.
/// "" for a user without a home.
std::string defaultKernelFolder();

/// A kernel on disk.
struct KernelListing {
  KernelKey key;
  std::string program, schedule;
  uint64_t bytes = 0; ///< of its file
  /// Time of its last use, microseconds since 1970.
  int64_t usedAtUs = 0;
  bool isCallable = false;
};

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
  void store(const KernelKey &key, llvm::ArrayRef<char> object,
             const KernelFacts &facts = {});

  /// The bundle on disk. nullopt if it is missing or damaged; does not count as
  /// a miss. MLIRGYM_ALWAYS_COMPILE has no effect.
  std::optional<KernelBundle> bundle(const KernelKey &key) const;
  /// The same for a hash or its first digits. Errors: ExecutionError if no
  /// kernel or several kernels match.
  llvm::Expected<KernelBundle> find(llvm::StringRef hash) const;
  /// All kernels on disk that are not damaged, the most recently used first.
  std::vector<KernelListing> list() const;
  /// Forgets the kernels in memory; those on disk remain.
  void reset();
  /// Deletes all kernels, on disk and in memory, and the statistics of all
  /// processes; other files remain. Returns the number of kernels deleted.
  uint64_t clear();

  KernelCacheStatistics statistics() const;
  /// Sums over all processes that used the directory and closed the cache;
  /// killed processes are not included. Zeros if there are no statistics.
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
