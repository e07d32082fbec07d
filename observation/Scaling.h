//===- observation/Scaling.h - Numbers brought into [0, 1] ------*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_SCALING_H
#define MLIRGYM_OBSERVATION_SCALING_H

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace mlirgym::scaling {
// Sizes span six orders of magnitude and their ratios matter: features are
// therefore logarithms, divided by the largest one of relevant programs.

/// log2 of 2^20 iterations, of a loop or of a tile.
inline constexpr float tripCountBits = 20;
/// log2 of a petabyte or a petaflop.
inline constexpr float workBits = 50;
/// log2(1 + 1023): above every tile size.
inline constexpr float parameterBits = 10;

inline float unit(float value) { return std::clamp(value, 0.0f, 1.0f); }

/// log2(value) / bits in [0, 1]; 0 for value <= 1.
inline float log2(float value, float bits) {
  return value <= 1 ? 0 : std::min(std::log2(value) / bits, 1.0f);
}
/// log2(1 + value) / bits in [0, 1]; 0 for value <= 0.
inline float log2OnePlus(float value, float bits) {
  return log2(1 + value, bits);
}
/// Ratio of `value` to `limit`, below 0.5 if it is less and above 0.5 if it is
/// more: 0.5 + log2(value / limit) / bits in [0, 1]; 0 for value <= 0.
inline float ratio(float value, float limit, float bits) {
  return value <= 0 ? 0 : unit(0.5f + std::log2(value / limit) / bits);
}
/// A parameter of an action: tile size, loop or operand index.
inline float parameter(int64_t value) {
  return log2OnePlus(static_cast<float>(value), parameterBits);
}
inline float tripCount(int64_t value) {
  return log2(static_cast<float>(value), tripCountBits);
}
} // namespace mlirgym::scaling
#endif // MLIRGYM_OBSERVATION_SCALING_H
