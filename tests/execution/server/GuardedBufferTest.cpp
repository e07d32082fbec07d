#include "execution/server/GuardedBuffer.h"
#include "execution/wire/SharedMemory.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mlirgym::worker {
namespace {

class GuardedBufferTest : public ::testing::TestWithParam<size_t> {};

TEST_P(GuardedBufferTest, IsAlignedAndCanBeWritten) {
  GuardedBuffer buffer(GetParam());
  ASSERT_TRUE(buffer.valid());
  EXPECT_EQ(buffer.size(), GetParam());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) %
                GuardedBuffer::alignment,
            0u);
  std::fill_n(buffer.data(), buffer.size(), 'x');
  EXPECT_TRUE(buffer.slackIntact());
}

TEST_P(GuardedBufferTest, NoticesAWriteJustBeforeTheData) {
  GuardedBuffer buffer(GetParam());
  ASSERT_TRUE(buffer.valid());
  --buffer.data()[-1];
  EXPECT_FALSE(buffer.slackIntact());
  buffer.restoreSlack();
  EXPECT_TRUE(buffer.slackIntact());
}

TEST(GuardedBufferSlackTest, NoticesAWriteJustPastTheData) {
  for (size_t size : {1, 63, 10000}) { // not multiples of the alignment
    GuardedBuffer buffer(size);
    ASSERT_TRUE(buffer.valid());
    --buffer.data()[size];
    EXPECT_FALSE(buffer.slackIntact()) << size;
  }
}

TEST_P(GuardedBufferTest, EndsAtAFence) {
  GuardedBuffer buffer(GetParam());
  ASSERT_TRUE(buffer.valid());
  volatile char *fence =
      buffer.data() + buffer.size() + GuardedBuffer::alignment;
  EXPECT_DEATH((void)*fence, "");
}

TEST_P(GuardedBufferTest, OpensAPageAfterTheDataAndClosesIt) {
  GuardedBuffer buffer(GetParam());
  ASSERT_TRUE(buffer.valid());
  volatile char *past =
      buffer.data() + buffer.size() + GuardedBuffer::alignment;
  buffer.openEnd();
  EXPECT_TRUE(buffer.slackIntact());
  *past = 0;
  EXPECT_FALSE(buffer.slackIntact());
  buffer.openEnd();
  EXPECT_TRUE(buffer.slackIntact());
  buffer.closeEnd();
  EXPECT_TRUE(buffer.slackIntact());
  EXPECT_DEATH((void)*past, "");
}

TEST_P(GuardedBufferTest, OpensAPageAfterAnInputForReadsOnly) {
  GuardedBuffer buffer(GetParam());
  ASSERT_TRUE(buffer.valid());
  buffer.makeReadOnly();
  buffer.openEnd();
  volatile char *past =
      buffer.data() + buffer.size() + GuardedBuffer::alignment;
  (void)*past;
  EXPECT_DEATH(*past = 0, "");
  buffer.closeEnd();
  EXPECT_DEATH((void)*past, "");
}

TEST_P(GuardedBufferTest, OfAFileIsSharedWithItsPattern) {
  const size_t bytes = GuardedBuffer::pagesOf(GetParam());
  SharedMemory file = llvm::cantFail(SharedMemory::create("test", 2 * bytes));
  GuardedBuffer ours(GetParam(), 0, file.fd(), bytes),
      theirs(GetParam(), 3, file.fd(), bytes);
  ASSERT_TRUE(ours.valid() && theirs.valid());
  EXPECT_FALSE(theirs.slackIntact());
  ours.restoreSlack();
  EXPECT_TRUE(theirs.slackIntact());
  ours.data()[GetParam() - 1] = 'x';
  EXPECT_EQ(theirs.data()[GetParam() - 1], 'x');
  --theirs.data()[-1];
  EXPECT_FALSE(ours.slackIntact());
}

TEST_P(GuardedBufferTest, IsReadOnlyOnceItIsMadeSo) {
  GuardedBuffer buffer(GetParam());
  ASSERT_TRUE(buffer.valid());
  buffer.data()[0] = 'a';
  buffer.makeReadOnly();
  EXPECT_EQ(buffer.data()[0], 'a');
  EXPECT_DEATH(*const_cast<volatile char *>(buffer.data()) = 'b', "");
}

/// The hash by which the L1 caches of AMD's Zen predict the way.
unsigned hashOf(uintptr_t address) {
  constexpr unsigned partners[] = {27, 26, 25, 20, 21, 22, 23, 24};
  unsigned hash = 0;
  for (unsigned i = 0; i < 8; ++i)
    hash |= (((address >> (12 + i)) ^ (address >> partners[i])) & 1) << i;
  return hash;
}

constexpr uintptr_t period = uintptr_t(1) << 28, lineBytes = 64;

TEST_P(GuardedBufferTest, HasAnAddressThatFollowsFromSizeAndNumber) {
  for (unsigned number : {0, 1, 7, 127}) {
    GuardedBuffer first(GetParam(), number), other(100),
        second(GetParam(), number);
    ASSERT_TRUE(first.valid() && other.valid() && second.valid());
    EXPECT_EQ((first.data() - second.data()) % ptrdiff_t(period), 0);
  }
}

/// Exits with 0 if one buffer fits into 400 MiB of address space, and another
/// does not.
void useLimitedAddressSpace() {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = pages * ::sysconf(_SC_PAGESIZE) + (size_t(400) << 20);
  ::setrlimit(RLIMIT_AS, &limit);
  GuardedBuffer buffer(100), another(100);
  std::exit(buffer.valid() && !another.valid() ? 0 : 1);
}

TEST(GuardedBufferAddressTest, LimitedAddressSpaceIsEnough) {
  EXPECT_EXIT(useLimitedAddressSpace(), ::testing::ExitedWithCode(0), "");
}

TEST(GuardedBufferAddressTest, SmallBuffersTogetherDoNotEvictEachOther) {
  for (size_t size : {100, 4096, 32 << 10}) {
    std::set<std::pair<unsigned, uintptr_t>> taken; // hash and cache set
    for (unsigned number = 0; number < 16; ++number) {
      GuardedBuffer buffer(size, number);
      auto begin = reinterpret_cast<uintptr_t>(buffer.data());
      for (uintptr_t line = begin; line < begin + size; line += lineBytes)
        EXPECT_TRUE(taken.emplace(hashOf(line), line / lineBytes % 64).second)
            << size << " bytes, buffer " << number;
    }
  }
}

TEST(GuardedBufferAddressTest, LargeBuffersDifferAtTheSameDistanceFromTheEnd) {
  constexpr size_t size = size_t(3) << 20;
  std::vector<GuardedBuffer> buffers;
  for (unsigned number = 0; number < 16; ++number)
    buffers.emplace_back(size, number);
  for (uintptr_t fromEnd = lineBytes; fromEnd < size; fromEnd += 4000) {
    std::set<unsigned> hashes;
    for (const GuardedBuffer &buffer : buffers)
      hashes.insert(hashOf(reinterpret_cast<uintptr_t>(buffer.data()) +
                           buffer.size() - fromEnd));
    EXPECT_EQ(hashes.size(), buffers.size()) << fromEnd;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, GuardedBufferTest,
                         ::testing::Values(1, 64, 10000, 1 << 20,
                                           (size_t(8) << 20) + 3));

} // namespace
} // namespace mlirgym::worker
