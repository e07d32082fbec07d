//===- execution/kernelcache/KernelFiles.h - Object code on disk ----------===//
#ifndef MLIRGYM_EXECUTION_KERNELCACHE_KERNELFILES_H
#define MLIRGYM_EXECUTION_KERNELCACHE_KERNELFILES_H

#include "execution/kernelcache/KernelCache.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <mutex>
#include <string>

namespace mlirgym {

/// A directory with one file per kernel, which many processes share. A file is
/// written completely or not at all and has a checksum; the least recently used
/// files are deleted when the directory exceeds its limit. Thread safe.
class KernelFiles {
public:
  KernelFiles(std::string folder, uint64_t mostBytes)
      : directory(std::move(folder)), limitBytes(mostBytes) {}

  std::string pathOf(const KernelKey &key) const;
  struct Found {
    KernelBytes object; ///< nullptr if there is none
    bool rejected;      ///< there is a file, but it is damaged
  };
  /// Reading counts as a use of the file.
  Found read(const KernelKey &key);
  /// Failures to write are ignored.
  void write(const KernelKey &key, llvm::ArrayRef<char> object);

private:
  bool writeFile(const KernelKey &key, llvm::ArrayRef<char> object,
                 llvm::StringRef file);
  void evict() const;

  const std::string directory;
  const uint64_t limitBytes;
  std::atomic<uint64_t> tempCount = 0;
  std::mutex mutex; // guards the members below
  /// Bytes written since the size of the directory was last determined; other
  /// processes write, too.
  uint64_t writtenBytes = 0;
  bool weighed = false;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELCACHE_KERNELFILES_H
