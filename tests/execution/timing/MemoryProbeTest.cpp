#include "execution/timing/MemoryProbe.h"
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace mlirgym {
namespace {

std::vector<char> memory() {
  return std::vector<char>(MemoryProbe::memoryBytes());
}

TEST(MemoryProbeTest, DoesNotDisturbWhatStaysInTheFirstCaches) {
  std::vector<char> read = memory();
  MemoryProbe probe(read);
  EXPECT_DOUBLE_EQ(probe.slowness(), 1); // nothing is loaded
  const std::vector<char> small(4096);
  probe.load({small});
  for (int i = 0; i < 100; ++i)
    EXPECT_DOUBLE_EQ(probe.slowness(), 1);
}

TEST(MemoryProbeTest, NothingIsFasterThanUsual) {
  std::vector<char> read = memory();
  MemoryProbe probe(read);
  const std::vector<char> large(size_t(64) << 20);
  probe.load({large});
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
