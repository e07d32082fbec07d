//===- outcome/Noise.h - Noise of timings -----------------------*- C++ -*-===//
#ifndef MLIRGYM_OUTCOME_NOISE_H
#define MLIRGYM_OUTCOME_NOISE_H

#include "outcome/Measurement.h"
#include <cmath>

namespace mlirgym {

/// Times and speedups with an uncertainty above this are noisy: a reward may be
/// off by as much (docs/adr/0042).
inline constexpr double noisyAbove = 0.05;

inline bool isNoisy(double uncertainty) { return uncertainty > noisyAbove; }

/// Half the width of the 95 % confidence interval of the ratio of two medians /
/// the ratio. Assumes independent errors, since the two were taken at different
/// times.
inline double uncertaintyOfRatio(const Timing &a, const Timing &b) {
  return std::hypot(a.uncertainty, b.uncertainty);
}
} // namespace mlirgym
#endif // MLIRGYM_OUTCOME_NOISE_H
