#include "env/EpisodeOrder.h"
#include <cassert>
#include <numeric>
#include <utility>

namespace mlirgym {
namespace {
/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). The shuffles of the standard
/// library differ between implementations; a seed must not.
uint64_t splitMix(uint64_t &state) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}
} // namespace

uint64_t deriveSeed(uint64_t seed, uint64_t index) {
  uint64_t state = seed;
  uint64_t mixed = splitMix(state) ^ index;
  return splitMix(mixed);
}

EpisodeOrder::EpisodeOrder(Position position, unsigned programs)
    : at(position), order(programs) {
  assert(programs > 0 && at.drawn <= programs && "no such position");
  shuffle();
}

void EpisodeOrder::shuffle() {
  std::iota(order.begin(), order.end(), 0u);
  uint64_t state = deriveSeed(at.seed, at.epoch);
  // Fisher-Yates. The modulo's bias is below 2^-32 for any pool that fits in
  // memory.
  for (std::size_t left = order.size(); left > 1; --left)
    std::swap(order[left - 1], order[splitMix(state) % left]);
}

unsigned EpisodeOrder::next() {
  if (at.drawn == order.size()) {
    ++at.epoch;
    at.drawn = 0;
    shuffle();
  }
  return order[at.drawn++];
}

} // namespace mlirgym
