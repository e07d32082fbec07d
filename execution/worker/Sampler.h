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

/// What `take` (takeSamples()) gives between two calls of `probe`, which times
/// a fixed piece of work. `drift` is how far the second is from the first,
/// relative to it. More than MeasureProtocol::driftLimit: all again, and after
/// maxAttempts the attempt that drifted least counts. Noisy: it drifted too
/// much, or its uncertainty is above that limit.
Samples takeSteadySamples(llvm::function_ref<Samples()> take,
                          llvm::function_ref<double()> probe);

/// Half the width of the 95 % confidence interval of the median of `sorted`
/// over the median: between the order statistics k and n + 1 - k with the
/// largest k that binomial(n, 1/2) allows. Up to five values have no such k and
/// take minimum and maximum (93.75 % for five).
double medianUncertainty(llvm::ArrayRef<double> sorted);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_WORKER_SAMPLER_H
