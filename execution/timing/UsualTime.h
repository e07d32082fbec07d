//===- execution/timing/UsualTime.h - Usual duration of a probe -----------===//
#ifndef MLIRGYM_EXECUTION_TIMING_USUALTIME_H
#define MLIRGYM_EXECUTION_TIMING_USUALTIME_H

#include <array>
#include <cstddef>

namespace mlirgym {

/// The least of the last few thousand durations of a fixed piece of work (at
/// least a second of measuring): its duration on a quiet machine. A slowdown
/// that lasts longer becomes usual.
class UsualTime {
public:
  UsualTime();
  /// Adds `nowNs` and returns its ratio to the usual time, at least 1.
  double slowness(double nowNs);
  bool empty() const;

private:
  double leastOfAllNs() const;

  static constexpr unsigned blockLength = 256;
  /// Minimum of each block of times, infinity if empty; the oldest block is
  /// overwritten.
  std::array<double, 16> leastNs;
  size_t block = 0;
  unsigned timesInBlock = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_USUALTIME_H
