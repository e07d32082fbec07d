//===- program/RandomStream.h - Reproducible random numbers -----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_RANDOMSTREAM_H
#define MLIRGYM_PROGRAM_RANDOMSTREAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <cstdint>
#include <random>
#include <string>

namespace mlirgym {

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): every seed is equally good,
/// and unlike `<random>` it gives the same numbers with every standard library.
class SplitMix {
public:
  explicit SplitMix(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

private:
  uint64_t state;
};

/// A stream of random numbers that is the same on every machine. The C++
/// standard fixes the engine but not the distributions, which are therefore
/// written out here. A value; not thread safe.
class RandomStream {
public:
  explicit RandomStream(uint64_t seed) : engine(seed) {}

  /// In [0, 1), 53 random bits.
  double uniform();
  /// In [0, n), without bias. Requires: n > 0.
  uint64_t below(uint64_t n);
  /// True with probability p.
  bool chance(double p) { return uniform() < p; }
  /// An element of `from`, with equal probabilities. Requires: not empty.
  template <typename T> const T &pick(llvm::ArrayRef<T> from) {
    assert(!from.empty() && "nothing to pick from");
    return from[below(from.size())];
  }
  /// An index with a probability proportional to its weight. Requires: weights
  /// are not negative and one is positive.
  size_t pickWeighted(llvm::ArrayRef<double> weights);
  /// A random order (Fisher and Yates).
  template <typename T> void shuffle(llvm::MutableArrayRef<T> values) {
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }

  /// The whole state as text, for checkpoints.
  std::string state() const;
  /// Continues after state(). Errors: text that is not such a state.
  llvm::Error restore(llvm::StringRef state);

  friend bool operator==(const RandomStream &, const RandomStream &) = default;

private:
  std::mt19937_64 engine;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_RANDOMSTREAM_H
