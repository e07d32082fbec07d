#include "execution/kernelcache/SharedStatistics.h"
#include "execution/kernelcache/KernelCache.h"
#include "program/files/PathIn.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <unistd.h>

namespace mlirgym {

static std::string fileIn(llvm::StringRef directory) {
  return pathIn(directory, "statistics");
}

/// Several times the size of five 64-bit numbers in decimal.
static constexpr uint64_t mostStatisticsBytes = 4096;

static std::array<uint64_t *, 5> fieldsOf(KernelCacheStatistics &counts) {
  return {&counts.memoryHits, &counts.diskHits, &counts.misses, &counts.stores,
          &counts.rejected};
}

static KernelCacheStatistics parseStatistics(llvm::StringRef text) {
  KernelCacheStatistics counts;
  for (uint64_t *field : fieldsOf(counts)) {
    auto [word, rest] = text.split(' ');
    if (word.getAsInteger(10, *field))
      return {}; // another application's file, or a truncated one
    text = rest;
  }
  return counts;
}

KernelCacheStatistics KernelCache::statisticsOf(llvm::StringRef directory) {
  auto buffer = readRegular(fileIn(directory), mostStatisticsBytes);
  return buffer ? parseStatistics((*buffer)->getBuffer())
                : KernelCacheStatistics();
}

/// Waits for the lock for a short time only: a process that is stopped while it
/// holds the lock must not block all others.
static bool lockForAMoment(int file) {
  constexpr int stepUs = 1000, longestUs = 1'000'000;
  for (int waitedUs = 0; waitedUs < longestUs; waitedUs += stepUs) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0)
      return true;
    if (errno != EWOULDBLOCK && errno != EINTR)
      return false;
    ::usleep(stepUs);
  }
  return false;
}

void removeStatistics(llvm::StringRef directory) {
  // Concurrent additions to it are lost.
  (void)llvm::sys::fs::remove(fileIn(directory));
}

void addStatistics(llvm::StringRef directory, KernelCacheStatistics counts) {
  // Neither blocks on a FIFO with this name nor writes to it.
  int fd = ::open(fileIn(directory).c_str(),
                  O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0644);
  if (fd < 0)
    return;
  if (!checkRegular(fd) && lockForAMoment(fd)) {
    KernelCacheStatistics sums = KernelCache::statisticsOf(directory);
    std::string text;
    for (auto [sum, count] : llvm::zip_equal(fieldsOf(sums), fieldsOf(counts)))
      text += std::to_string(*sum + *count) + ' ';
    // Sums only grow, so the new text overwrites the whole old text.
    ssize_t written = ::pwrite(fd, text.data(), text.size(), 0);
    (void)written;
  }
  ::close(fd);
}

} // namespace mlirgym
