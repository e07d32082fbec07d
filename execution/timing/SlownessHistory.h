//===- execution/timing/SlownessHistory.h - Usual slowness ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_SLOWNESSHISTORY_H
#define MLIRGYM_EXECUTION_TIMING_SLOWNESSHISTORY_H

#include <array>
#include <cstddef>
#include <vector>

namespace mlirgym {

/// Distinguishes a machine that is slower than usual from one that is never as
/// fast as its fastest probe: the clock rate of some virtual machines varies,
/// which shows in the repeats of a measurement anyway, and yet times of the
/// same kernel agree.
class SlownessHistory {
public:
  /// Adds a probe of the current measurement: its time / the usual time.
  void add(double slowness) { current.push_back(slowness); }
  /// Ends the current measurement. Returns the share by which the median of its
  /// probes exceeds the least such median of the last 64 measurements; for the
  /// first few measurements, also the tenth percentile of its own probes. 0 if
  /// it does not exceed it, or without probes.
  double endMeasurement();

private:
  std::vector<double> current;
  std::array<double, 64> medians;
  size_t measurements = 0; ///< all so far; the oldest medians are overwritten
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_SLOWNESSHISTORY_H
