//===- execution/timing/DriftProbe.h - Probes the speed of the core -------===//
#ifndef MLIRGYM_EXECUTION_TIMING_DRIFTPROBE_H
#define MLIRGYM_EXECUTION_TIMING_DRIFTPROBE_H

#include "execution/timing/UsualTime.h"

namespace mlirgym {

/// Times a fixed piece of work that fills every issue slot of the core: it
/// slows down with the clock rate, and by more than half when another hardware
/// thread shares the core, of this machine or of a neighbour in the same cloud.
/// A single chain of dependent operations would not show the latter. One
/// thread, on one core.
class DriftProbe {
public:
  /// Takes about 5 ms to determine the usual time.
  DriftProbe();

  /// Current time of the work (median of three) / its usual time, at least 1.
  /// Takes about 25 us.
  double slowness();

private:
  UsualTime usual;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_DRIFTPROBE_H
