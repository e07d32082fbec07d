//===- execution/timing/UsualTime.h - What a probe usually takes ----------===//
#ifndef MLIRGYM_EXECUTION_TIMING_USUALTIME_H
#define MLIRGYM_EXECUTION_TIMING_USUALTIME_H

#include <array>
#include <cstddef>

namespace mlirgym {

/// The least of the last few thousand times of a fixed piece of work (a second
/// or more of measuring): what is usual when nothing disturbs. What lasts
/// becomes what is usual.
class UsualTime {
public:
  UsualTime();
  /// Adds `nowNs`; how much longer it is than usual: 1 or more.
  double slowness(double nowNs);
  bool empty() const;

private:
  double leastOfAllNs() const;

  static constexpr unsigned blockLength = 256;
  /// Least of each block of times, infinity: none; the oldest is forgotten.
  std::array<double, 16> leastNs;
  size_t block = 0;
  unsigned timesInBlock = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_USUALTIME_H
