//===- env/EpisodeOrder.h - The order of programs ---------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_EPISODEORDER_H
#define MLIRGYM_ENV_EPISODEORDER_H

#include <cstdint>
#include <vector>

namespace mlirgym {

/// The seed of random stream `index` of `seed`: different streams are
/// independent, and the same pair gives the same value on every machine.
uint64_t deriveSeed(uint64_t seed, uint64_t index);

/// Every program once per epoch, in an order determined by seed and epoch. A
/// value whose state is three integers.
class EpisodeOrder {
public:
  struct Position {
    uint64_t seed = 0, epoch = 0;
    /// Number of programs drawn in this epoch, at most the number of all
    /// programs.
    unsigned drawn = 0;
    friend bool operator==(const Position &, const Position &) = default;
  };

  /// Requires: programs > 0 and position.drawn <= programs.
  EpisodeOrder(Position position, unsigned programs);

  /// Index of the next program, below the number of programs.
  unsigned next();
  const Position &position() const { return at; }

private:
  void shuffle();

  Position at;
  std::vector<unsigned> order; // of the current epoch
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_EPISODEORDER_H
