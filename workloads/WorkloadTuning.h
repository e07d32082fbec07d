//===- workloads/WorkloadTuning.h - Tuning of workloads ---------*- C++ -*-===//
#ifndef MLIRGYM_WORKLOADS_WORKLOADTUNING_H
#define MLIRGYM_WORKLOADS_WORKLOADTUNING_H

#include "agents/Agent.h"
#include "workloads/Engine.h"
#include "workloads/WorkloadParameters.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

struct WorkloadTuning {
  /// Empty if no sample was faster than the untransformed payload, and for a
  /// workload without parameters.
  WorkloadParameters parameters;
  /// The result of Workload::scheduleModule() for them, or the schedule found.
  std::string code;
  SearchResult search;
};

/// Finds the fastest values of Engine::parameters() or, if there are none, the
/// fastest schedule. Every sample is checked against the untransformed payload.
/// The untransformed payload and the winner are also checked by
/// Workload::verify(), on the workload's inputs (not in a replay, which runs no
/// kernels). Errors: those of the agent and the engine; WorkloadError if the
/// workload rejects the payload or the winner.
llvm::Expected<WorkloadTuning> tune(Engine &engine, Agent &agent,
                                    const SearchOptions &options = {});
} // namespace mlirgym
#endif // MLIRGYM_WORKLOADS_WORKLOADTUNING_H
