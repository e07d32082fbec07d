#include "execution/loader/KeptMemory.h"
#include "execution/loader/KernelLoader.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sys/mman.h>
#include <unordered_map>
#include <vector>

namespace mlirgym::worker {
namespace {

constexpr size_t cacheLineBytes = 64, pageBytes = 4096,
                 hugePageBytes = size_t(2) << 20;

/// Precedes the data of a block.
struct Header {
  void *memory;         ///< address returned by libc
  size_t capacityBytes; ///< from the data on
  bool isKept;          ///< when it is freed
};
static_assert(sizeof(Header) <= cacheLineBytes);

Header &headerOf(void *data) {
  return *reinterpret_cast<Header *>(static_cast<char *>(data) -
                                     cacheLineBytes);
}

/// Free blocks by their capacity.
struct FreeBlocks {
  std::mutex mutex;
  std::unordered_map<size_t, std::vector<void *>> blocks;
  size_t bytes = 0;
};

FreeBlocks &freeBlocks() {
  // Never destroyed: arrays may be freed when the process exits.
  static auto *const blocks = new FreeBlocks;
  return *blocks;
}

void *takeFree(size_t capacity) {
  FreeBlocks &free = freeBlocks();
  std::lock_guard lock(free.mutex);
  auto found = free.blocks.find(capacity);
  if (found == free.blocks.end() || found->second.empty())
    return nullptr;
  void *data = found->second.back();
  found->second.pop_back();
  free.bytes -= capacity;
  return data;
}

/// Null if there is not enough memory. `alignment`: at least a cache line.
void *allocate(size_t alignment, size_t sizeBytes) {
  constexpr size_t mostBytes = size_t(1) << 48;
  if (alignment > mostBytes || sizeBytes > mostBytes)
    return nullptr;
  const bool isLarge = sizeBytes >= pageBytes;
  const bool isKept = isLarge && alignment == cacheLineBytes;
  const size_t capacity = llvm::alignTo(std::max(sizeBytes, cacheLineBytes),
                                        isLarge ? pageBytes : cacheLineBytes);
  if (isKept)
    if (void *known = takeFree(capacity))
      return known;
  const bool isHuge = capacity >= hugePageBytes;
  const size_t base = isHuge ? std::max(alignment, hugePageBytes) : alignment;
  const size_t total = llvm::alignTo(alignment + capacity, base);
  auto *memory = static_cast<char *>(std::aligned_alloc(base, total));
  if (!memory)
    return nullptr;
  if (isHuge) // a hint
    ::madvise(memory, total, MADV_HUGEPAGE);
  char *data = memory + alignment;
  headerOf(data) = {memory, capacity, isKept};
  return data;
}

void *orEnd(void *data) {
  if (!data)
    llvm::report_bad_alloc_error("a kernel needs more memory than there is");
  return data;
}

//===----------------------------------------------------------------------===//
// Functions called by kernels
//===----------------------------------------------------------------------===//

void *kernelMalloc(size_t size) { return orEnd(allocateKept(size)); }

void *kernelRealloc(void *old, size_t size) {
  void *data = kernelMalloc(size);
  if (old)
    std::memcpy(data, old, std::min(size, headerOf(old).capacityBytes));
  freeKept(old);
  return data;
}

void *kernelAlignedAlloc(size_t alignment, size_t size) {
  return orEnd(allocate(std::max(alignment, cacheLineBytes), size));
}
} // namespace

void *allocateKept(size_t sizeBytes) {
  return allocate(cacheLineBytes, sizeBytes);
}

void freeKept(void *data) {
  if (!data)
    return;
  const Header &header = headerOf(data);
  if (header.isKept) {
    FreeBlocks &free = freeBlocks();
    std::lock_guard lock(free.mutex);
    if (free.bytes + header.capacityBytes <= mostKeptBytes) {
      free.bytes += header.capacityBytes;
      free.blocks[header.capacityBytes].push_back(data);
      return;
    }
  }
  std::free(header.memory);
}

size_t keptBytes() {
  FreeBlocks &free = freeBlocks();
  std::lock_guard lock(free.mutex);
  return free.bytes;
}

llvm::ArrayRef<HostFunction> keptMemoryFunctions() {
  return allocationFunctions<kernelMalloc, freeKept, kernelRealloc,
                             kernelAlignedAlloc>();
}

} // namespace mlirgym::worker
