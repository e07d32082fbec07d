//===- execution/timing/Sampler.h - From repeats to a median ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_SAMPLER_H
#define MLIRGYM_EXECUTION_TIMING_SAMPLER_H

#include "execution/outcome/Measurement.h"
#include "execution/timing/MeasureProtocol.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <vector>

namespace mlirgym {

/// The timing of one kernel; noisy as of isNoisy().
struct Samples : Timing {
  Status status = Status::Ok; ///< Ok or TooSlow
  /// False if fewer than three repeats were steady: then all count.
  bool steady = true;
  /// Of each repeat, nanoseconds per call, in order, those that do not count
  /// included; empty if TooSlow.
  std::vector<double> timesNs = {};
};

/// The time of consecutive calls.
struct TimedCalls {
  double elapsedNs = 0;     ///< of all calls together
  bool interrupted = false; ///< the system preempted the process
  bool paused = false;      ///< for long: the process was stopped, or waited
};

/// Takes repeats by MeasureProtocol. `timeCalls(n)` makes n calls; `isQuiet` is
/// called between any two repeats and returns whether the machine has its usual
/// speed; `warmUpNs` is the time of the warm-up call. A repeat is steady, and
/// counts, if it was not interrupted and the machine was quiet before and
/// after. One that was paused is taken again, up to three in all. TooSlow:
/// neither the warm-up nor the first timed calls were within tooSlowFactor x
/// `baselineNs` (0: unknown); medianNs is then the fastest of them, an
/// estimated lower bound. The uncertainty of a kernel that is timed once is its
/// relative difference from the warm-up. `batchSize`: calls per repeat; 0: as
/// many as take minRepeatMs.
Samples takeSamples(const MeasureProtocol &protocol, double warmUpNs,
                    double baselineNs,
                    llvm::function_ref<TimedCalls(uint32_t)> timeCalls,
                    llvm::function_ref<bool()> isQuiet, uint32_t batchSize = 0);

/// Adds to the uncertainty of a timing that is not steady the share by which
/// the machine was slower than usual (SlownessHistory): its repeats may agree
/// on a time that is too long by as much.
void addDrift(Samples &samples, double drift);

/// Half the width of the 95 % confidence interval of the median of `sorted`
/// over the median: between the order statistics k and n + 1 - k with the
/// largest k that binomial(n, 1/2) allows. For up to five values there is no
/// such k: the interval is from minimum to maximum (93.75 % for five).
double medianUncertainty(llvm::ArrayRef<double> sorted);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_SAMPLER_H
