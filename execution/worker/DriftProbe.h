//===- execution/worker/DriftProbe.h - How fast is the core now -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_DRIFTPROBE_H
#define MLIRGYM_EXECUTION_WORKER_DRIFTPROBE_H

#include <array>
#include <cstddef>

namespace mlirgym {

/// Times a fixed piece of work that fills every issue slot of the core: it
/// slows down with the clock, and by more than a half when another hardware
/// thread shares the core, of this machine or of a neighbour in the same cloud.
/// A chain of dependent operations would not notice the latter. One thread, on
/// one core.
class DriftProbe {
public:
  /// Time of the work now, the median of nine, over the least of the last 64,
  /// so that what lasts becomes what is usual: 1 or more. About 0.15 ms.
  double slowness();

private:
  std::array<double, 64> recentNs{}; ///< 0: none yet
  size_t next = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_WORKER_DRIFTPROBE_H
