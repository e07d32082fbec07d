//===- execution/wire/RandomFill.h - Seeded elements ------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_RANDOMFILL_H
#define MLIRGYM_EXECUTION_WIRE_RANDOMFILL_H

#include "program/Program.h"
#include <cstdint>

namespace mlirgym::worker {

/// Uniform elements: floating-point ones in [-1, 1), represented exactly;
/// integers in [-8, 8).
void fillUniform(const Argument &argument, uint64_t seed, char *target);

/// Elements that each depend on their row-major index i and a seed only, so
/// that a host which has neither the arrays nor this library can make them
/// (docs/gpu-bundles.md): with h = SplitMix(seed + i *
/// 0x9e3779b97f4a7c15).next(),
struct CountedFill {
  enum class Kind : uint8_t {
    /// As fillUniform(), for floating-point elements.
    Uniform,
    /// 1 or -1 (h odd) if h >> 40 is less than `density`, otherwise 0.
    Sparse,
    /// low + h mod (high - low + 1), for integers.
    Range,
  };
  Kind kind = Kind::Uniform;
  uint64_t seed = 0;
  uint32_t density = 0; ///< in units of 2^-24
  int64_t low = -8, high = 7;

  template <typename Archive> void serialize(Archive &archive) {
    auto byte = static_cast<uint8_t>(kind);
    archive(byte, seed, density, low, high);
    kind = byte <= static_cast<uint8_t>(Kind::Range) ? static_cast<Kind>(byte)
                                                     : Kind::Uniform;
  }
};
void fill(const Argument &argument, const CountedFill &how, char *target);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_RANDOMFILL_H
