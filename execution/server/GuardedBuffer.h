//===- execution/server/GuardedBuffer.h - Memory with guards ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_GUARDEDBUFFER_H
#define MLIRGYM_EXECUTION_SERVER_GUARDEDBUFFER_H

#include "execution/worker/CrashNote.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstddef>

namespace mlirgym::worker {

/// Anonymous memory between two inaccessible guard regions of 16 MiB. The data
/// begins at a multiple of 64 bytes and ends at most 63 bytes before the upper
/// guard. Those bytes, and up to 256 KiB before the data, are filled with a
/// pattern that slackIntact() checks.
///
/// On huge pages if the system provides them and the data is not small: the
/// physical addresses of small pages, and with them the cache sets, are random,
/// which made the same kernel up to 20 % slower or faster from one allocation
/// to the next.
class GuardedBuffer {
public:
  static constexpr size_t alignment = 64;

  /// Not valid() if there is not enough memory.
  explicit GuardedBuffer(size_t sizeBytes);
  GuardedBuffer(GuardedBuffer &&other) noexcept;
  GuardedBuffer &operator=(GuardedBuffer &&) = delete;
  ~GuardedBuffer();

  bool valid() const { return mapping != nullptr; }
  char *data() const { return begin; }
  size_t size() const { return sizeBytes; }
  GuardedRegion region() const;

  /// Further writes cause a fault.
  void makeReadOnly();
  bool slackIntact() const;
  /// Restores the pattern after a kernel overwrote it. Requires: not read-only.
  void restoreSlack();

private:
  llvm::MutableArrayRef<char> slackBefore() const;
  llvm::MutableArrayRef<char> slackAfter() const;

  char *mapping = nullptr, *pages = nullptr, *begin = nullptr;
  size_t mappingBytes = 0, pagesBytes = 0, sizeBytes = 0;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_GUARDEDBUFFER_H
