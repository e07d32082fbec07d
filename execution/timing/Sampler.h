//===- execution/timing/Sampler.h - From repeats to a median ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_SAMPLER_H
#define MLIRGYM_EXECUTION_TIMING_SAMPLER_H

#include "execution/timing/MeasureProtocol.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <vector>

namespace mlirgym {

/// The timing of one kernel; `noisy` is set by isNoisy().
struct Samples : Timing {
  Status status = Status::Ok; ///< Ok or TooSlow
  /// False if fewer than three repeats were steady; all repeats then count.
  bool steady = true;
  /// Nanoseconds per call of each repeat, in order, including repeats that do
  /// not count; empty if TooSlow.
  std::vector<double> timesNs = {};
};

/// The time of consecutive calls.
struct TimedCalls {
  double elapsedNs = 0;     ///< of all calls together
  bool interrupted = false; ///< the system preempted the process
  bool paused = false;      ///< for long: the process was stopped, or waited
};

/// How slow the machine is: the time of a probe over its usual time, at
/// least 1.
struct Slowness {
  double core = 1, memory = 1;
};

/// True if one timed call of a kernel is enough, provided that it takes as long
/// as its first call, which took `firstNs`: it takes three times as long as the
/// fastest schedule, or twice as long as the untransformed program.
bool isTimedOnce(const MeasureProtocol &protocol, double firstNs,
                 KnownTimes known);

/// Takes repeats by MeasureProtocol. `timeCalls(n)` makes n calls; `probe` is
/// called between any two repeats; `warmUpNs` is the time of the warm-up call.
/// A repeat is steady, and counts, if it was not interrupted and the machine
/// had its usual speed before and after. A repeat during which the process was
/// paused is taken again, at most three times in all. TooSlow: neither the
/// warm-up nor the first timed calls were within tooSlowFactor times the
/// baseline, also when the slowness of the machine is taken into account;
/// medianNs is then the fastest of them, an estimated lower bound. The
/// uncertainty of a kernel that is timed once is the relative difference from
/// its warm-up call. `batchSize`: calls per repeat; 0: as many as fill
/// minRepeatMs.
Samples takeSamples(const MeasureProtocol &protocol, double warmUpNs,
                    KnownTimes known,
                    llvm::function_ref<TimedCalls(uint32_t)> timeCalls,
                    llvm::function_ref<Slowness()> probe,
                    uint32_t batchSize = 0);

/// Adds `drift`, the share by which the machine was slower than usual
/// (SlownessHistory), to the uncertainty of an unsteady timing: its repeats may
/// agree on a time that is too long by that share.
void addDrift(Samples &samples, double drift);

/// Half the width of the 95 % confidence interval of the median of `sorted`
/// over the median: between the order statistics k and n + 1 - k with the
/// largest k that binomial(n, 1/2) allows. For up to five values there is no
/// such k: the interval is from minimum to maximum (93.75 % for five).
double medianUncertainty(llvm::ArrayRef<double> sorted);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_SAMPLER_H
