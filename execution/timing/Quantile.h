//===- execution/timing/Quantile.h - Quantiles and medians ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_QUANTILE_H
#define MLIRGYM_EXECUTION_TIMING_QUANTILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>

namespace mlirgym {

/// Quantile `at` (0 to 1) of ascending values, interpolated linearly between
/// neighbours: definition 7 of Hyndman and Fan, Sample Quantiles in Statistical
/// Packages, 1996. Requires: not empty.
inline double quantile(llvm::ArrayRef<double> sorted, double at) {
  assert(!sorted.empty() && at >= 0 && at <= 1);
  double position = at * static_cast<double>(sorted.size() - 1);
  auto below = static_cast<size_t>(position);
  size_t above = std::min(below + 1, sorted.size() - 1);
  double weight = position - static_cast<double>(below);
  return sorted[below] * (1 - weight) + sorted[above] * weight;
}

/// The median of values in any order. Requires: not empty.
inline double medianOf(llvm::ArrayRef<double> values) {
  llvm::SmallVector<double> sorted(values);
  llvm::sort(sorted);
  return quantile(sorted, 0.5);
}

} // namespace mlirgym

#endif // MLIRGYM_EXECUTION_TIMING_QUANTILE_H
