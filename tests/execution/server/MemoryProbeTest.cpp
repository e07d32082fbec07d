#include "execution/server/MemoryProbe.h"
#include <cmath>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

TEST(MemoryProbeTest, DoesNotDisturbWhatStaysInTheFirstCaches) {
  MemoryProbe probe;
  EXPECT_DOUBLE_EQ(probe.slowness(), 1); // nothing is loaded
  std::vector<GuardedBuffer> small;
  small.emplace_back(4096);
  probe.load(small);
  for (int i = 0; i < 100; ++i)
    EXPECT_DOUBLE_EQ(probe.slowness(), 1);
}

TEST(MemoryProbeTest, NothingIsFasterThanUsual) {
  MemoryProbe probe;
  std::vector<GuardedBuffer> large;
  large.emplace_back(size_t(64) << 20);
  probe.load(large);
  bool varies = false;
  for (int i = 0; i < 1000; ++i) {
    double slowness = probe.slowness();
    EXPECT_GE(slowness, 1);
    EXPECT_TRUE(std::isfinite(slowness));
    varies |= slowness > 1;
  }
  EXPECT_TRUE(varies); // it does time something
}

} // namespace
} // namespace mlirgym
