#include "execution/server/KernelHeap.h"
#include "execution/loader/KernelLoader.h"
#include "execution/process/Sandbox.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <mutex>
#include <optional>
#include <string>
#include <sys/mman.h>

namespace mlirgym::worker {
namespace {

/// The header of a block, which is followed by: pattern, the kernel's bytes,
/// pattern.
struct Header {
  Header *previous, *next; ///< list of the blocks that are not freed
  void *memory;            ///< address returned by libc
  size_t sizeBytes;        ///< size requested by the kernel
  uint64_t seal;           ///< sealOf(*this) until the block is freed

  char *data() { return reinterpret_cast<char *>(this + 1) + patternBytes; }

  static constexpr size_t patternBytes = 64;
};

constexpr char pattern = 0x5b;
constexpr size_t cacheLineBytes = 64;

/// Size of the pattern after a block. A larger block has larger rows, so a
/// kernel that is off by one row writes further beyond its end.
size_t bytesAfter(size_t sizeBytes) {
  constexpr size_t mostBytes = 8 << 10;
  return std::clamp(llvm::alignDown(sizeBytes / 8, cacheLineBytes),
                    Header::patternBytes, mostBytes);
}

uint64_t sealOf(const Header &header) {
  return 0x6d6c697267796d21 ^ reinterpret_cast<uintptr_t>(&header) ^
         (reinterpret_cast<uintptr_t>(header.memory) << 1) ^
         (uint64_t(header.sizeBytes) << 7);
}

bool isPattern(const char *bytes, size_t count) {
  return bytes[0] == pattern && std::memcmp(bytes, bytes + 1, count - 1) == 0;
}

bool isIntact(Header &header) {
  return header.seal == sealOf(header) &&
         isPattern(header.data() - Header::patternBytes,
                   Header::patternBytes) &&
         isPattern(header.data() + header.sizeBytes,
                   bytesAfter(header.sizeBytes));
}

enum class HeapDamage { None, Overwritten, FreedTwice };

// Globals, since a kernel's call of malloc() has no other argument.
std::mutex blocksMutex;
Header *firstBlock = nullptr;
std::atomic<HeapDamage> damage = HeapDamage::None;

void link(Header &header) {
  std::lock_guard lock(blocksMutex);
  header.previous = nullptr;
  header.next = firstBlock;
  if (firstBlock)
    firstBlock->previous = &header;
  firstBlock = &header;
}

void unlink(Header &header) {
  std::lock_guard lock(blocksMutex);
  (header.previous ? header.previous->next : firstBlock) = header.next;
  if (header.next)
    header.next->previous = header.previous;
}

constexpr size_t hugePageBytes = size_t(2) << 20;

/// Requests huge pages for the whole ones in a block.
void requestHugePages(char *data, size_t sizeBytes) {
  auto address = reinterpret_cast<uintptr_t>(data);
  const uintptr_t begin = llvm::alignTo(address, hugePageBytes);
  const uintptr_t end = llvm::alignDown(address + sizeBytes, hugePageBytes);
  if (begin < end) // a hint
    ::madvise(data + (begin - address), end - begin, MADV_HUGEPAGE);
}

void *mallocOrExit(size_t bytes) {
  if (void *memory = std::malloc(bytes))
    return memory;
  // Memory kept for the next call counts towards the limit, and may be
  // fragmented.
  releaseFreedMemory();
  if (void *memory = std::malloc(bytes))
    return memory;
  exitOutOfMemory();
}

/// Allocates a block whose address is `offset` more than a multiple of
/// `alignment`.
void *allocate(size_t alignment, size_t offset, size_t sizeBytes) {
  constexpr size_t mostBytes = size_t(1) << 48;
  if (alignment > mostBytes || sizeBytes > mostBytes)
    exitOutOfMemory();
  const size_t before = sizeof(Header) + Header::patternBytes;
  auto *memory = static_cast<char *>(
      mallocOrExit(before + alignment + sizeBytes + bytesAfter(sizeBytes)));
  auto first = reinterpret_cast<uintptr_t>(memory) + before;
  char *data = memory + before +
               (llvm::alignTo(first - offset, alignment) + offset - first);
  auto *header = reinterpret_cast<Header *>(data - before);
  header->memory = memory;
  header->sizeBytes = sizeBytes;
  header->seal = sealOf(*header);
  if (sizeBytes >= hugePageBytes)
    requestHugePages(data, sizeBytes);
  std::memset(data - Header::patternBytes, pattern, Header::patternBytes);
  std::memset(data + sizeBytes, pattern, bytesAfter(sizeBytes));
  link(*header);
  return data;
}

Header &headerOf(void *data) {
  return *reinterpret_cast<Header *>(static_cast<char *>(data) -
                                     Header::patternBytes - sizeof(Header));
}

//===----------------------------------------------------------------------===//
// Functions called by kernels
//===----------------------------------------------------------------------===//

void *kernelMalloc(size_t size) {
  // MLIR requests 64 bytes more than it needs and uses the memory from the next
  // multiple of 64 on. With this offset only 16 unused bytes remain at the end,
  // where writes past the end are not noticed.
  constexpr size_t offset = alignof(std::max_align_t);
  return allocate(cacheLineBytes, offset, size);
}

void kernelFree(void *data) {
  if (!data)
    return;
  Header &header = headerOf(data);
  if (header.seal != sealOf(header)) {
    damage =
        isPattern(header.data() - Header::patternBytes, Header::patternBytes)
            ? HeapDamage::FreedTwice
            : HeapDamage::Overwritten;
    return;
  }
  if (!isIntact(header)) {
    // libc's header of this block may be overwritten as well.
    damage = HeapDamage::Overwritten;
    return;
  }
  unlink(header);
  header.seal = 0;
  std::free(header.memory);
}

void *kernelRealloc(void *old, size_t size) {
  void *data = kernelMalloc(size);
  if (!old)
    return data;
  const Header &header = headerOf(old);
  if (header.seal ==
      sealOf(header)) // otherwise kernelFree() records the damage
    std::memcpy(data, old, std::min(size, header.sizeBytes));
  kernelFree(old);
  return data;
}

void *kernelAlignedAlloc(size_t alignment, size_t size) {
  return allocate(std::max(alignment, alignof(std::max_align_t)), 0, size);
}
} // namespace

//===----------------------------------------------------------------------===//
// Functions called by the worker
//===----------------------------------------------------------------------===//

llvm::ArrayRef<HostFunction> kernelHeapFunctions() {
  return allocationFunctions<kernelMalloc, kernelFree, kernelRealloc,
                             kernelAlignedAlloc>();
}

std::optional<std::string> findHeapDamage() {
  // An overwritten block has invalid pointers: stop there.
  for (Header *header = firstBlock; header && damage == HeapDamage::None;
       header = header->next)
    if (!isIntact(*header))
      damage = HeapDamage::Overwritten;
  switch (damage.load()) {
  case HeapDamage::None:
    break;
  case HeapDamage::Overwritten:
    return "bytes just before or past memory that the kernel allocated are "
           "overwritten";
  case HeapDamage::FreedTwice:
    return "the kernel frees memory that it did not allocate, or frees it "
           "twice";
  }
  return std::nullopt;
}

void freeKernelBlocks() {
  if (findHeapDamage())
    return;
  while (firstBlock)
    kernelFree(firstBlock->data());
}

void keepFreedMemory() {
  // Do not shrink the heap, and allocate large blocks from it: after mmap() and
  // munmap() the system would clear their pages each time.
  ::mallopt(M_TRIM_THRESHOLD, -1);
  ::mallopt(M_MMAP_MAX, 0);
}

void releaseFreedMemory() { ::malloc_trim(/*pad=*/0); }

} // namespace mlirgym::worker
