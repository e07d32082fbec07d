#include "execution/server/GuardedBuffer.h"
#include "execution/process/CrashNote.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace mlirgym::worker {

// A loop bound that is off by one may access the next row of a large matrix,
// and an index that is wrong by a power of two may be much further away. The
// guards only take address space; if that is limited (`ulimit -v`), smaller
// guards are used.
static constexpr size_t fencesBytes[] = {size_t(1) << 30, 16 << 20};
static constexpr char slackPattern = 0x5b;

// Smaller data fits into the L1 cache, whose sets do not depend on the
// addresses of small pages.
static constexpr size_t hugePageBytes = 2 << 20, smallBytes = 32 << 10;

/// The addresses of two buffers are equal modulo this if sizes and numbers are.
static constexpr size_t periodBytes = size_t(1) << 28;

/// End of the pages of a buffer, modulo `periodBytes`. Small buffers are also
/// in different sets of the TLB.
static size_t endOfPages(unsigned number, size_t pageBytes) {
  size_t end = (number + 1) * hugePageBytes % periodBytes;
  return pageBytes < hugePageBytes ? end - number % 8 * pageBytes : end;
}

static size_t pageBytesFor(size_t sizeBytes) {
  const auto pageBytes = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  return sizeBytes > smallBytes ? std::max(pageBytes, hugePageBytes)
                                : pageBytes;
}

size_t GuardedBuffer::pagesOf(size_t sizeBytes) {
  return llvm::alignTo(std::max<size_t>(sizeBytes, 1), pageBytesFor(sizeBytes));
}

char *GuardedBuffer::reserve(unsigned number) {
  pagesBytes = pagesOf(sizeBytes);
  void *reserved = MAP_FAILED;
  size_t fenceBytes = 0;
  for (size_t bytes : fencesBytes) {
    fenceBytes = bytes;
    mappingBytes = pagesBytes + 2 * fenceBytes + periodBytes;
    reserved = ::mmap(nullptr, mappingBytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved != MAP_FAILED)
      break;
  }
  if (reserved == MAP_FAILED)
    return nullptr;
  pages = reinterpret_cast<char *>(
      llvm::alignTo(reinterpret_cast<uintptr_t>(reserved) + fenceBytes +
                        pagesBytes,
                    periodBytes, endOfPages(number, pageBytesFor(sizeBytes))) -
      pagesBytes);
  begin = pages + pagesBytes - llvm::alignTo(sizeBytes, alignment);
  return static_cast<char *>(reserved);
}

GuardedBuffer::GuardedBuffer(size_t size, unsigned number) : sizeBytes(size) {
  char *reserved = reserve(number);
  if (!reserved)
    return;
  if (::mprotect(pages, pagesBytes, PROT_READ | PROT_WRITE) != 0) {
    ::munmap(reserved, mappingBytes);
    return;
  }
  if (pageBytesFor(sizeBytes) == hugePageBytes)
    ::madvise(pages, pagesBytes, MADV_HUGEPAGE); // a hint
  mapping = reserved;
  restoreSlack();
}

GuardedBuffer::GuardedBuffer(size_t size, unsigned number, int file,
                             uint64_t offset)
    : sizeBytes(size) {
  char *reserved = reserve(number);
  if (!reserved)
    return;
  if (::mmap(pages, pagesBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
             file, static_cast<off_t>(offset)) == MAP_FAILED) {
    ::munmap(reserved, mappingBytes);
    return;
  }
  mapping = reserved;
}

GuardedBuffer::GuardedBuffer(GuardedBuffer &&other) noexcept
    : mapping(std::exchange(other.mapping, nullptr)), pages(other.pages),
      begin(other.begin), mappingBytes(other.mappingBytes),
      pagesBytes(other.pagesBytes), sizeBytes(other.sizeBytes),
      openBytes(other.openBytes), isReadOnly(other.isReadOnly) {}

GuardedBuffer::~GuardedBuffer() {
  if (mapping)
    ::munmap(mapping, mappingBytes);
}

GuardedRegion GuardedBuffer::region() const {
  return {mapping, begin, begin + sizeBytes, mapping + mappingBytes};
}

void GuardedBuffer::makeReadOnly() {
  ::mprotect(pages, pagesBytes, PROT_READ);
  isReadOnly = true;
}

void GuardedBuffer::openEnd() {
  const auto bytes = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  char *end = pages + pagesBytes;
  if (::mprotect(end, bytes, isReadOnly ? PROT_READ : PROT_READ | PROT_WRITE))
    return;
  if (isReadOnly) {
    // A page that was never accessed is not present either.
    static_cast<void>(*static_cast<volatile char *>(end));
    return;
  }
  openBytes = bytes;
  std::fill_n(end, bytes, slackPattern);
}

void GuardedBuffer::closeEnd() {
  ::mprotect(pages + pagesBytes, static_cast<size_t>(::sysconf(_SC_PAGESIZE)),
             PROT_NONE);
  openBytes = 0;
}

llvm::MutableArrayRef<char> GuardedBuffer::slackBefore() const {
  constexpr ptrdiff_t mostBytes = 256 << 10;
  return {begin - std::min<ptrdiff_t>(mostBytes, begin - pages), begin};
}

llvm::MutableArrayRef<char> GuardedBuffer::slackAfter() const {
  return {begin + sizeBytes, pages + pagesBytes + openBytes};
}

/// Compares in blocks, as memcmp() does.
static bool isPattern(llvm::ArrayRef<char> bytes) {
  return bytes.empty() ||
         (bytes.front() == slackPattern &&
          std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

void GuardedBuffer::restoreSlack() {
  llvm::fill(slackBefore(), slackPattern);
  llvm::fill(slackAfter(), slackPattern);
}

bool GuardedBuffer::slackIntact() const {
  return isPattern(slackBefore()) && isPattern(slackAfter());
}

} // namespace mlirgym::worker
