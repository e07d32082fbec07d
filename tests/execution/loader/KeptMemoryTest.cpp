#include "execution/loader/KeptMemory.h"
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>

namespace mlirgym::worker {
namespace {

bool isAligned(const void *data, size_t to) {
  return reinterpret_cast<uintptr_t>(data) % to == 0;
}

void *functionOf(llvm::StringRef name) {
  for (const HostFunction &function : keptMemoryFunctions())
    if (name == function.name)
      return function.address;
  ADD_FAILURE() << name.str();
  return nullptr;
}

TEST(KeptMemoryTest, BlocksAreAlignedAndDisjoint) {
  for (const size_t size : {size_t(0), size_t(1), size_t(4095), size_t(4096),
                            (size_t(2) << 20) + 1}) {
    auto *first = static_cast<char *>(allocateKept(size)),
         *second = static_cast<char *>(allocateKept(size));
    EXPECT_TRUE(isAligned(first, 64) && isAligned(second, 64)) << size;
    std::memset(first, 1, size);
    std::memset(second, 2, size);
    if (size > 0) {
      EXPECT_EQ(first[size - 1], 1) << size;
      EXPECT_EQ(first[0], 1) << size;
    }
    freeKept(first);
    freeKept(second);
  }
  freeKept(nullptr);
}

TEST(KeptMemoryTest, AFreedBlockIsTheNextOneOfItsSize) {
  const size_t before = keptBytes();
  void *block = allocateKept(100'000);
  freeKept(block);
  const size_t kept = keptBytes();
  EXPECT_GE(kept, before + 100'000);
  EXPECT_EQ(allocateKept(99'999), block);
  EXPECT_LT(keptBytes(), kept);
  freeKept(block);
  // Small ones are libc's.
  freeKept(allocateKept(100));
  EXPECT_EQ(keptBytes(), kept);
}

TEST(KeptMemoryTest, WhatCannotBeAllocatedIsNull) {
  EXPECT_EQ(allocateKept(size_t(1) << 47), nullptr);
  EXPECT_EQ(allocateKept(SIZE_MAX), nullptr);
}

TEST(KeptMemoryTest, KernelsHaveTheFunctionsOfLibc) {
  auto *allocate = reinterpret_cast<void *(*)(size_t)>(functionOf("malloc"));
  auto *release = reinterpret_cast<void (*)(void *)>(functionOf("free"));
  auto *clear =
      reinterpret_cast<void *(*)(size_t, size_t)>(functionOf("calloc"));
  auto *grow =
      reinterpret_cast<void *(*)(void *, size_t)>(functionOf("realloc"));
  auto *aligned =
      reinterpret_cast<void *(*)(size_t, size_t)>(functionOf("aligned_alloc"));
  void *dirty = allocate(5000);
  std::memset(dirty, 7, 5000);
  release(dirty);
  auto *zeros = static_cast<char *>(clear(50, 100));
  EXPECT_EQ(zeros[0], 0);
  EXPECT_EQ(zeros[4999], 0);
  zeros[4999] = 3;
  auto *larger = static_cast<char *>(grow(zeros, 9000));
  EXPECT_EQ(larger[4999], 3);
  release(larger);
  void *wide = aligned(4096, 8192);
  EXPECT_TRUE(isAligned(wide, 4096));
  release(wide);
}

} // namespace
} // namespace mlirgym::worker
