#include "env/EpisodeOrder.h"
#include <algorithm>
#include <gmock/gmock.h>
#include <numeric>
#include <set>

using namespace mlirgym;

namespace {
std::vector<unsigned> draw(EpisodeOrder &order, unsigned count) {
  std::vector<unsigned> drawn(count);
  std::generate(drawn.begin(), drawn.end(), [&] { return order.next(); });
  return drawn;
}

TEST(EpisodeOrderTest, EveryEpochHoldsEachProgramOnce) {
  EpisodeOrder order({.seed = 3}, 10);
  std::vector<unsigned> all(10);
  std::iota(all.begin(), all.end(), 0u);
  std::set<std::vector<unsigned>> epochs;
  for (int epoch = 0; epoch < 5; ++epoch) {
    std::vector<unsigned> drawn = draw(order, 10);
    EXPECT_THAT(drawn, ::testing::UnorderedElementsAreArray(all));
    epochs.insert(drawn);
  }
  EXPECT_EQ(epochs.size(), 5u) << "each epoch has its own order";
}

TEST(EpisodeOrderTest, TheSeedDecidesTheOrder) {
  EpisodeOrder a({.seed = 1}, 20), same({.seed = 1}, 20),
      other({.seed = 2}, 20);
  std::vector<unsigned> first = draw(a, 50);
  EXPECT_EQ(first, draw(same, 50));
  EXPECT_NE(first, draw(other, 50));
}

TEST(EpisodeOrderTest, IsTheSameOnEveryMachine) {
  EpisodeOrder order({.seed = 0}, 6);
  EXPECT_EQ(draw(order, 6), (std::vector<unsigned>{2, 1, 5, 4, 0, 3}));
}

TEST(EpisodeOrderTest, ContinuesFromAPosition) {
  EpisodeOrder order({.seed = 9}, 7);
  for (int i = 0; i < 30; ++i) {
    EpisodeOrder copy(order.position(), 7);
    EXPECT_EQ(draw(copy, 10), [&] {
      EpisodeOrder again = order;
      return draw(again, 10);
    }());
    order.next();
  }
}

TEST(EpisodeOrderTest, DerivedSeedsDiffer) {
  std::set<uint64_t> seeds;
  for (uint64_t seed = 0; seed < 30; ++seed)
    for (uint64_t index = 0; index < 30; ++index)
      seeds.insert(deriveSeed(seed, index));
  EXPECT_EQ(seeds.size(), 900u);
}
} // namespace
