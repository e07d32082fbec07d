//===- agents/WorkloadTuning.h - Tuning of workloads ------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_WORKLOADTUNING_H
#define MLIRGYM_AGENTS_WORKLOADTUNING_H

#include "agents/Agent.h"
#include "execution/Engine.h"
#include "execution/WorkloadParameters.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

struct WorkloadTuning {
  /// Empty if nothing beat the untransformed payload, and for a workload
  /// without parameters.
  WorkloadParameters parameters;
  /// What Workload::scheduleModule() makes of them, or the schedule that was
  /// found.
  std::string code;
  SearchResult search;
};

/// Finds the fastest values of Workload::parameters() or, if it has none, the
/// fastest schedule. Every sample is checked against the untransformed payload;
/// that and the winner are checked by Workload::verify() too, on the workload's
/// inputs (not in replay, which runs nothing). Errors: those of the agent and
/// the engine; WorkloadError if payload or winner are not what the workload
/// wants.
llvm::Expected<WorkloadTuning> tune(Engine &engine, Agent &agent,
                                    const SearchOptions &options = {});
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_WORKLOADTUNING_H
