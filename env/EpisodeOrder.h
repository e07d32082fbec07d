//===- env/EpisodeOrder.h - Which program comes next ------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_EPISODEORDER_H
#define MLIRGYM_ENV_EPISODEORDER_H

#include <cstdint>
#include <vector>

namespace mlirgym {

/// A seed for stream `index` of `seed`: different streams are independent, the
/// same pair gives the same value on every machine.
uint64_t deriveSeed(uint64_t seed, uint64_t index);

/// Every program once an epoch, in an order that the seed and the epoch decide.
/// A value; three integers are all its state.
class EpisodeOrder {
public:
  struct Position {
    uint64_t seed = 0, epoch = 0;
    /// Programs of this epoch that were drawn, at most their number.
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
  std::vector<unsigned> order; // of the epoch under way
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_EPISODEORDER_H
