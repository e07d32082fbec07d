#include "execution/worker/GuardedBuffer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace mlirgym {

// As wide as a few rows of a large matrix: a loop bound that is off by one
// jumps a row ahead. Address space only.
static constexpr size_t fenceBytes = 16 << 20;
static constexpr char slackPattern = 0x5b;

GuardedBuffer::GuardedBuffer(size_t size) : sizeBytes(size) {
  size_t pageBytes = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  pagesBytes = llvm::alignTo(std::max<size_t>(sizeBytes, 1), pageBytes);
  mappingBytes = pagesBytes + 2 * fenceBytes;
  void *reserved = ::mmap(nullptr, mappingBytes, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED)
    return;
  char *pages = static_cast<char *>(reserved) + fenceBytes;
  if (::mprotect(pages, pagesBytes, PROT_READ | PROT_WRITE) != 0) {
    ::munmap(reserved, mappingBytes);
    return;
  }
  mapping = static_cast<char *>(reserved);
  begin = pages + pagesBytes - llvm::alignTo(sizeBytes, alignment);
  restoreSlack();
}

GuardedBuffer::GuardedBuffer(GuardedBuffer &&other) noexcept
    : mapping(std::exchange(other.mapping, nullptr)), begin(other.begin),
      mappingBytes(other.mappingBytes), pagesBytes(other.pagesBytes),
      sizeBytes(other.sizeBytes) {}

GuardedBuffer::~GuardedBuffer() {
  if (mapping)
    ::munmap(mapping, mappingBytes);
}

GuardedRegion GuardedBuffer::region() const {
  return {mapping, begin, begin + sizeBytes, mapping + mappingBytes};
}

void GuardedBuffer::makeReadOnly() {
  ::mprotect(mapping + fenceBytes, pagesBytes, PROT_READ);
}

llvm::MutableArrayRef<char> GuardedBuffer::slackBefore() const {
  return {mapping + fenceBytes, begin};
}

llvm::MutableArrayRef<char> GuardedBuffer::slackAfter() const {
  return {begin + sizeBytes, mapping + fenceBytes + pagesBytes};
}

void GuardedBuffer::restoreSlack() {
  llvm::fill(slackBefore(), slackPattern);
  llvm::fill(slackAfter(), slackPattern);
}

bool GuardedBuffer::slackIntact() const {
  auto intact = [](char byte) { return byte == slackPattern; };
  return llvm::all_of(slackBefore(), intact) &&
         llvm::all_of(slackAfter(), intact);
}

} // namespace mlirgym
