//===- execution/timing/DriftProbe.h - How fast is the core now -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_DRIFTPROBE_H
#define MLIRGYM_EXECUTION_TIMING_DRIFTPROBE_H

#include "execution/timing/UsualTime.h"

namespace mlirgym {

/// Times a fixed piece of work that fills every issue slot of the core: it
/// slows down with the clock, and by more than a half when another hardware
/// thread shares the core, of this machine or of a neighbour in the same cloud.
/// A chain of dependent operations would not notice the latter. One thread, on
/// one core.
class DriftProbe {
public:
  /// Probes for some 5 ms, to know what is usual.
  DriftProbe();

  /// Time of the work now, the median of three, over what is usual: 1 or more.
  /// About 25 us.
  double slowness();

private:
  UsualTime usual;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_DRIFTPROBE_H
