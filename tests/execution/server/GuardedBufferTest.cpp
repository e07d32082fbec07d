#include "execution/server/GuardedBuffer.h"
#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>

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
  for (size_t size : {1, 63, 10000}) { // what is no multiple of the alignment
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

TEST_P(GuardedBufferTest, IsReadOnlyOnceItIsMadeSo) {
  GuardedBuffer buffer(GetParam());
  ASSERT_TRUE(buffer.valid());
  buffer.data()[0] = 'a';
  buffer.makeReadOnly();
  EXPECT_EQ(buffer.data()[0], 'a');
  EXPECT_DEATH(*const_cast<volatile char *>(buffer.data()) = 'b', "");
}

INSTANTIATE_TEST_SUITE_P(Sizes, GuardedBufferTest,
                         ::testing::Values(1, 64, 10000, 1 << 20,
                                           (size_t(8) << 20) + 3));

} // namespace
} // namespace mlirgym::worker
