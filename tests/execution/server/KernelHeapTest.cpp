//===- server/KernelHeapTest.cpp - Memory that kernels allocate -----------===//
#include "execution/server/KernelHeap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/mman.h>

namespace mlirgym::worker {
namespace {

template <typename Function> Function *function(llvm::StringRef name) {
  const auto *found =
      llvm::find_if(kernelHeapFunctions(), [&](const HostFunction &each) {
        return each.name == name;
      });
  return reinterpret_cast<Function *>(found->address);
}

void *allocate(size_t bytes) {
  return function<void *(size_t)>("malloc")(bytes);
}
void release(void *data) { function<void(void *)>("free")(data); }

/// True if huge pages are requested for the memory at an address.
bool mayHaveHugePages(const void *data) {
  const auto address = reinterpret_cast<uintptr_t>(data);
  std::ifstream maps("/proc/self/smaps");
  bool isInside = false;
  for (std::string line; std::getline(maps, line);) {
    uint64_t begin = 0, end = 0;
    auto [range, rest] = llvm::StringRef(line).split(' ');
    auto [first, last] = range.split('-');
    if (!first.getAsInteger(16, begin) && !last.getAsInteger(16, end))
      isInside = address >= begin && address < end;
    else if (isInside && llvm::StringRef(line).starts_with("VmFlags:"))
      return llvm::StringRef(line).contains(" hg");
  }
  return false;
}

bool systemHasHugePages() {
  constexpr size_t bytes = size_t(4) << 20;
  void *memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const bool isAccepted = ::madvise(memory, bytes, MADV_HUGEPAGE) == 0;
  ::munmap(memory, bytes);
  return isAccepted;
}

TEST(KernelHeapTest, LargeBlocksAreOnHugePages) {
  if (!systemHasHugePages())
    GTEST_SKIP() << "the system has no huge pages";
  constexpr size_t bytes = size_t(16) << 20;
  auto *one = static_cast<char *>(allocate(bytes));
  auto *two = static_cast<char *>(allocate(bytes));
  auto *little = static_cast<char *>(allocate(size_t(1) << 20));
  EXPECT_TRUE(mayHaveHugePages(one + bytes / 2));
  EXPECT_TRUE(mayHaveHugePages(two + bytes / 2));
  std::memset(one, 1, bytes);
  std::memset(two, 2, bytes);
  EXPECT_EQ(one[bytes - 1], 1);
  release(one);
  release(two);
  release(little);
  EXPECT_EQ(findHeapDamage(), std::nullopt);
}

TEST(KernelHeapTest, MemoryThatWasReleasedIsOnHugePagesAgain) {
  if (!systemHasHugePages())
    GTEST_SKIP() << "the system has no huge pages";
  constexpr size_t bytes = size_t(16) << 20;
  for (int call = 0; call < 3; ++call) {
    auto *block = static_cast<char *>(allocate(bytes));
    EXPECT_TRUE(mayHaveHugePages(block + bytes / 2)) << "call " << call;
    release(block);
    releaseFreedMemory();
  }
}

} // namespace
} // namespace mlirgym::worker
