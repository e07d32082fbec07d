//===- execution/MeasureProtocol.h - How a kernel is timed ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_MEASUREPROTOCOL_H
#define MLIRGYM_EXECUTION_MEASUREPROTOCOL_H

#include <string>

namespace mlirgym {

/// How a kernel is timed. Part of the exec-data key.
///
/// One verified call warms up; then *number*, the calls a repeat, is chosen so
/// that a repeat lasts minRepeatMs, and repeats are taken until the median is
/// known well enough. A call longer than budgetMs is timed once.
struct MeasureProtocol {
  /// A repeat lasts at least this long: calls a repeat follow from it.
  double minRepeatMs = 5;
  /// Repeats go on until half the median's 95 % confidence interval is within
  /// this fraction of it,
  unsigned minRepeats = 5, maxRepeats = 50;
  double relativeInterval = 0.01;
  /// or until so much time went by.
  double budgetMs = 300;
  /// Gives up on a kernel slower than this many times the baseline; 0: never.
  double tooSlowFactor = 10;
  /// Short text that stands for all of it, and for the version of the
  /// measuring code: "v1-r5-n5..50-i0.01-b300-s10".
  std::string id() const;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_MEASUREPROTOCOL_H
