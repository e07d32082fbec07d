#include "env/EpisodeOrder.h"
#include "program/RandomStream.h"
#include <cassert>
#include <numeric>
#include <utility>

namespace mlirgym {

uint64_t deriveSeed(uint64_t seed, uint64_t index) {
  return SplitMix(SplitMix(seed).next() ^ index).next();
}

EpisodeOrder::EpisodeOrder(Position position, unsigned programs)
    : at(position), order(programs) {
  assert(programs > 0 && at.drawn <= programs && "no such position");
  shuffle();
}

void EpisodeOrder::shuffle() {
  std::iota(order.begin(), order.end(), 0u);
  SplitMix random(deriveSeed(at.seed, at.epoch));
  // Fisher-Yates. The modulo's bias is below 2^-32 for any pool that fits in
  // memory.
  for (std::size_t left = order.size(); left > 1; --left)
    std::swap(order[left - 1], order[random.next() % left]);
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
