//===- execution/worker/Sampler.h - From repeats to a median ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_SAMPLER_H
#define MLIRGYM_EXECUTION_WORKER_SAMPLER_H

#include "execution/MeasureProtocol.h"
#include "execution/Measurement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace mlirgym {

/// What the repeats of one kernel gave; nanoseconds a call.
struct Samples {
  Status status = Status::Ok; ///< Ok or TooSlow
  double medianNs = 0, minNs = 0, spread = 0, uncertainty = 0;
  uint32_t repeats = 0, number = 0;
  /// See takeSteadySamples().
  double drift = 0;
  bool noisy = false;
};

/// Takes repeats by MeasureProtocol. `timeCalls(n)` makes n calls and returns
/// how many nanoseconds they took together; `warmUpNs` is what the call before
/// took. TooSlow: neither it nor the first timed call was within tooSlowFactor
/// x `baselineNs` (0: unknown); medianNs is then the faster of the two, a bound
/// from below as far as one call tells. The uncertainty of a kernel that is
/// timed once is how far that is from the warm-up.
Samples takeSamples(const MeasureProtocol &protocol, double warmUpNs,
                    double baselineNs,
                    llvm::function_ref<double(uint32_t)> timeCalls);

/// What `take` (takeSamples()) gives between two calls of `slowness`, which
/// tells how much slower than usual the core is, 1: as usual. It waits a little
/// for the core to be as usual; `drift` is how far it was from that, before or
/// after. More than MeasureProtocol::driftLimit: all again, and after
/// maxAttempts the attempt that drifted least counts. Noisy: it drifted too
/// much, its uncertainty is above uncertaintyLimit, or `take` says so.
Samples takeSteadySamples(llvm::function_ref<Samples()> take,
                          llvm::function_ref<double()> slowness);

/// Half the width of the 95 % confidence interval of the median of `sorted`
/// over the median: between the order statistics k and n + 1 - k with the
/// largest k that binomial(n, 1/2) allows. Up to five values have no such k and
/// take minimum and maximum (93.75 % for five).
double medianUncertainty(llvm::ArrayRef<double> sorted);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_WORKER_SAMPLER_H
