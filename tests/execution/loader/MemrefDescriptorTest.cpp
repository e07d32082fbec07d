#include "execution/loader/MemrefDescriptor.h"
#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym::worker {
namespace {

TEST(MemrefDescriptorTest, HasPointersOffsetSizesAndRowMajorStrides) {
  char data = 0;
  const auto address = static_cast<int64_t>(reinterpret_cast<intptr_t>(&data));
  EXPECT_THAT(makeDescriptor({2, 3, 5}, &data),
              testing::ElementsAre(address, address, 0, 2, 3, 5, 15, 5, 1));
  EXPECT_THAT(makeDescriptor({}, &data),
              testing::ElementsAre(address, address, 0));
}

} // namespace
} // namespace mlirgym::worker
