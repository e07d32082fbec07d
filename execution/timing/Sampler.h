//===- execution/timing/Sampler.h - From repeats to a median ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_SAMPLER_H
#define MLIRGYM_EXECUTION_TIMING_SAMPLER_H

#include "execution/outcome/Measurement.h"
#include "execution/timing/MeasureProtocol.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace mlirgym {

/// The repeats of one kernel that count. Noisy: fewer than three were steady,
/// so that all count; or the uncertainty is above
/// MeasureProtocol::uncertaintyLimit.
struct Samples : Timing {
  Status status = Status::Ok; ///< Ok or TooSlow
};

/// A number of calls in a row.
struct TimedCalls {
  double elapsedNs = 0;     ///< of all together
  bool interrupted = false; ///< the system took the processor away meanwhile
};

/// Takes repeats by MeasureProtocol. `timeCalls(n)` makes n calls; `isQuiet`
/// tells whether the machine is as fast as usual, and is asked between any two
/// repeats; `warmUpNs` is what the call before took. A repeat is steady, and
/// counts, if it was not interrupted and the machine was quiet before and
/// after. TooSlow: neither the warm-up nor the
/// first timed calls were within tooSlowFactor x `baselineNs` (0: unknown);
/// medianNs is then the fastest of them, a bound from below as far as calls
/// tell. The uncertainty of a kernel that is timed once is how far that is from
/// the warm-up.
Samples takeSamples(const MeasureProtocol &protocol, double warmUpNs,
                    double baselineNs,
                    llvm::function_ref<TimedCalls(uint32_t)> timeCalls,
                    llvm::function_ref<bool()> isQuiet);

/// Half the width of the 95 % confidence interval of the median of `sorted`
/// over the median: between the order statistics k and n + 1 - k with the
/// largest k that binomial(n, 1/2) allows. Up to five values have no such k and
/// take minimum and maximum (93.75 % for five).
double medianUncertainty(llvm::ArrayRef<double> sorted);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_SAMPLER_H
