//===- execution/server/GuardedBuffer.h - Memory with guards ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_GUARDEDBUFFER_H
#define MLIRGYM_EXECUTION_SERVER_GUARDEDBUFFER_H

#include "execution/process/CrashNote.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <cstdint>

namespace mlirgym::worker {

/// Anonymous memory, or pages of a shared file, between two inaccessible guard
/// regions of at least 1 GiB, or 16 MiB where address space is limited. The
/// data begins at a multiple of 64 bytes and ends at most 63 bytes before the
/// upper guard. Those bytes, and up to 256 KiB before the data, are filled with
/// a pattern that slackIntact() checks. While calls are timed, a page after the
/// data can be opened: an instruction that loads or stores some lanes of a
/// register takes 700 cycles more where the others are in an inaccessible page
/// (AMD Zen 5), as they seldom are in a program.
///
/// The physical and the virtual address are controlled, so that the same kernel
/// takes the same time in each process:
/// - On huge pages if the system provides them and the data is not small: the
///   physical addresses of small pages, and with them the cache sets, are
///   random, which made the same kernel up to 20 % slower or faster.
/// - The low 28 bits of the address follow from size and number. The L1 caches
///   of AMD's Zen predict the way from a hash of bits 12 to 27, the exclusive
///   or of pairs (12 and 27, 13 and 26, 14 and 25, 15 and 20, 16 and 21, 17 and
///   22, 18 and 23, 19 and 24), and lines of one set and one hash evict each
///   other: an addition of 392 numbers took 18 or 90 ns. Buffers with different
///   numbers differ in the hash: up to 16 small buffers differ everywhere,
///   other buffers at equal distances from their ends. Source: M. Lipp et al.,
///   "Take A Way: Exploring the Security Implications of AMD's Cache Way
///   Predictors", 2020; measured on Zen 4, too.
class GuardedBuffer {
public:
  static constexpr size_t alignment = 64;
  /// The last number before addresses repeat modulo 256 MiB. Use it for memory
  /// that no kernel accesses, so that a kernel whose index is wrong by a power
  /// of two does not hit it.
  static constexpr unsigned lastNumber = 127;

  /// `number`: index among the buffers that a kernel uses together. Not valid()
  /// if there is not enough memory.
  explicit GuardedBuffer(size_t sizeBytes, unsigned number = 0);
  /// Maps pagesOf(sizeBytes) bytes of a file (SharedMemory) at this offset, a
  /// multiple of the page size. Two processes that do so share the data and the
  /// pattern around it, which the first of them writes (restoreSlack()).
  GuardedBuffer(size_t sizeBytes, unsigned number, int file, uint64_t offset);
  /// Bytes that the pages of such a buffer take.
  static size_t pagesOf(size_t sizeBytes);
  GuardedBuffer(GuardedBuffer &&other) noexcept;
  GuardedBuffer &operator=(GuardedBuffer &&) = delete;
  ~GuardedBuffer();

  bool valid() const { return mapping != nullptr; }
  char *data() const { return begin; }
  size_t size() const { return sizeBytes; }
  GuardedRegion region() const;

  /// Makes the buffer read-only: further writes cause a fault.
  void makeReadOnly();
  /// Makes the first page of the upper guard accessible like the data, or
  /// inaccessible again. If it can be written, it belongs to the slack.
  void openEnd();
  void closeEnd();
  bool slackIntact() const;
  /// Restores the pattern after a kernel overwrote it. Requires: not read-only.
  void restoreSlack();

private:
  /// Reserves the addresses, and sets all members but `mapping`. Returns the
  /// value for it, or null.
  char *reserve(unsigned number);
  llvm::MutableArrayRef<char> slackBefore() const;
  llvm::MutableArrayRef<char> slackAfter() const;

  char *mapping = nullptr, *pages = nullptr, *begin = nullptr;
  size_t mappingBytes = 0, pagesBytes = 0, sizeBytes = 0;
  size_t openBytes = 0; ///< of the upper guard
  bool isReadOnly = false;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_GUARDEDBUFFER_H
