//===- agents/search/EstimatedSchedules.h - Chosen by estimates -*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_ESTIMATEDSCHEDULES_H
#define MLIRGYM_AGENTS_SEARCH_ESTIMATEDSCHEDULES_H

#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "lowering/target/Target.h"
#include "program/Program.h"
#include <memory>
#include <vector>

namespace mlirgym {

struct EstimateOptions {
  /// Schedules to choose, and to draw.
  unsigned count = 20, draws = 2000;
  /// The part of them that is chosen evenly from the rest of the ranking: they
  /// show where the estimate errs, and what a model learns from.
  double spread = 0.25;
  uint64_t seed = 0;
  /// The limits are those of the target. Blocks, a step of the reduction, two
  /// copies, threads, a tile in registers and vectors are seven actions.
  StateOptions state = {.maxActionsPerOp = 8};
};

/// A schedule, and cycles of a processor or nanoseconds on a GPU by estimate.
struct EstimatedSchedule {
  Schedule schedule;
  double amount;
};

/// Schedules of `program` for a machine that is not at hand: an evolution over
/// the estimates of SpeedupEstimate, without compiling or measuring. The
/// fastest come first, of which no two are alike; then those of `spread`. The
/// same seed gives the same schedules.
std::vector<EstimatedSchedule>
scheduleByEstimates(const std::shared_ptr<const Program> &program,
                    const Target &target, const EstimateOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_ESTIMATEDSCHEDULES_H
