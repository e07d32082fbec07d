//===- execution/timing/SlownessHistory.h - Usual slowness ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_SLOWNESSHISTORY_H
#define MLIRGYM_EXECUTION_TIMING_SLOWNESSHISTORY_H

#include <array>
#include <cstddef>
#include <vector>

namespace mlirgym {

/// Tells a machine that is slower than usual from one that is never as fast as
/// its fastest probe: the clock of some virtual machines is not steady, which
/// the repeats of a measurement show themselves, and times of the same kernel
/// agree all the same.
class SlownessHistory {
public:
  /// Of a probe of the current measurement: its time / the usual time.
  void add(double slowness) { current.push_back(slowness); }
  /// Ends the current measurement. By how much, as a share, the median of its
  /// probes is above the least such median of the last 64 measurements; of the
  /// first few, also above the tenth percentile of its own probes. 0 if it is
  /// not, or without probes.
  double endMeasurement();

private:
  std::vector<double> current;
  std::array<double, 64> medians;
  size_t measurements = 0; ///< all so far; the oldest medians are overwritten
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_SLOWNESSHISTORY_H
