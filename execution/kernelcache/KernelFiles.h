//===- execution/kernelcache/KernelFiles.h - Object code on disk ----------===//
#ifndef MLIRGYM_EXECUTION_KERNELCACHE_KERNELFILES_H
#define MLIRGYM_EXECUTION_KERNELCACHE_KERNELFILES_H

#include "execution/kernelcache/KernelBundle.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// A directory with one file per kernel, which many processes share. A file is
/// written completely or not at all and has a checksum; the least recently used
/// files are deleted when the directory exceeds its limit. Thread safe.
class KernelFiles {
public:
  struct Limits {
    uint64_t bytes, count;
  };
  KernelFiles(std::string folder, Limits most)
      : directory(std::move(folder)), limits(most) {}

  std::string pathOf(const KernelKey &key) const;
  struct Found {
    std::optional<KernelBundle> bundle; ///< nullopt if there is none
    bool rejected;                      ///< there is a file, but it is damaged
  };
  /// Reading counts as a use of the file.
  Found read(const KernelKey &key) const;
  /// `bytes`: the result of encodeBundle(). Failures to write are ignored.
  void write(const KernelKey &key, llvm::StringRef bytes);

  struct File {
    KernelKey key;
    int64_t usedAtUs;
    uint64_t bytes;
    std::string path;
  };
  /// All files of kernels, damaged ones too. Also deletes old files of
  /// processes that were killed while writing.
  std::vector<File> list() const;

private:
  bool writeFile(llvm::StringRef bytes, const std::string &file);
  void evict() const;

  const std::string directory;
  const Limits limits;
  std::atomic<uint64_t> tempCount = 0;
  std::mutex mutex; // guards the members below
  /// Bytes and files written since the size of the directory was last
  /// determined; other processes write, too.
  uint64_t writtenBytes = 0, writtenCount = 0;
  bool counting = false;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELCACHE_KERNELFILES_H
