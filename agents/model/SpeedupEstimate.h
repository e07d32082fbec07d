//===- agents/model/SpeedupEstimate.h - Speedups by estimates ---*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_MODEL_SPEEDUPESTIMATE_H
#define MLIRGYM_AGENTS_MODEL_SPEEDUPESTIMATE_H

#include "actions/ScheduleState.h"
#include "lowering/target/Target.h"

namespace mlirgym {

/// Estimated speedups of the schedules of one program: by estimatedCycles() on
/// a processor, by estimatedGpuNs() on a GPU. Immutable.
class SpeedupEstimate {
public:
  /// `start`: the state before any action. `threads`: of a processor.
  /// `vectorsPerCycle`: as for estimatedCycles().
  SpeedupEstimate(const ScheduleState &start, const Target &target,
                  unsigned threads, double vectorsPerCycle = 1);
  /// log(estimate(untransformed) / estimate(end)).
  double logSpeedup(const ScheduleState &end) const;
  /// The estimate itself: cycles of a processor, or nanoseconds on a GPU.
  double amount(const ScheduleState &end) const;

private:
  Target target;
  unsigned threads;
  double rate;
  double untransformed;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_MODEL_SPEEDUPESTIMATE_H
