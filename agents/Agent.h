//===- agents/Agent.h - Searchers and trained policies ----------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_AGENT_H
#define MLIRGYM_AGENTS_AGENT_H

#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

struct SearchOptions {
  /// Maximum number of schedules to request from the execution, including cache
  /// hits; no schedule is requested twice.
  unsigned budget = 200;
  uint64_t seed = 0;
  EncodingOptions encoding = {};
  /// The agent replaces its limits by those of the execution's device.
  StateOptions state = {};
  /// Schedules that are known to be fast elsewhere: the first samples of
  /// `bayesian`, `evolutionary` and agents with a policy. They may have more
  /// actions than `state` allows, and longer code than masks do; schedules that
  /// are illegal on the device are left out.
  std::vector<Schedule> starts = {};
  /// Schedules sent to the execution together, so that compiling overlaps
  /// measuring; as many for each process of a cluster. The result of a seed
  /// depends on this value and on the number of processes.
  unsigned batch = 8;
  /// Measure the best schedules interleaved with the baseline before a speedup
  /// is reported (Execution::measurePaired()): the fastest of many noisy
  /// timings is often only the luckiest.
  bool measureInTurn = true;
  /// Ends a search that has a model (`bayesian`, `guided`) before its budget is
  /// spent, once four consecutive batches neither improved the best speedup by
  /// this share nor were expected to; 0.01 is one per cent. 0: never.
  double minGain = 0;
  /// Called after every sample; return false to stop.
  struct Progress {
    unsigned samples, budget;
    double bestSpeedup;
    const Schedule *best; ///< empty in Agent::tune()
  };
  std::function<bool(const Progress &)> progress = nullptr;
};

/// The parameters of a workload, each with a number of choices.
struct ParameterGrid {
  std::shared_ptr<const Program> program;
  /// Number of choices of each parameter, positive.
  std::vector<unsigned> sizes;
  /// The request for one choice per parameter. An illegal schedule is a sample
  /// that fails.
  std::function<llvm::Expected<ExecutionRequest>(
      llvm::ArrayRef<unsigned> choices)>
      request;
};

/// A schedule that was the fastest of its search at some sample.
struct Improvement {
  unsigned sample = 0; ///< from 1
  Schedule schedule;
};

struct SearchResult {
  std::string program;
  /// Canonical; empty if no schedule was faster than the baseline, and after
  /// tune().
  Schedule schedule;
  /// The best transform script of an agent that finds no schedule of the whole
  /// program (TaskAgent); else "".
  std::string script;
  /// After tune(): one choice per parameter; empty if no sample was faster.
  std::vector<unsigned> choices;
  Measurement baseline, best;
  /// baseline.medianNs / best.medianNs, 1 if no schedule was faster.
  double speedup = 1;
  /// Interleaved rounds of the baseline and the best schedule behind the times
  /// and the speedup above; 0 if these are the timings of the search: no sample
  /// was faster, or replay from a file without paired timings.
  unsigned pairedRounds = 0;
  /// Half the range of the rounds' speedups / their median; 0 without rounds.
  /// If no schedule was faster in interleaved rounds, the value of those
  /// rounds.
  double speedupUncertainty = 0;
  /// True if the machine was too disturbed for a reliable speedup.
  bool noisy = false;
  unsigned samples = 0, cacheHits = 0;
  double seconds = 0;
  /// Best speedup after each sample of the search, shape [samples].
  std::vector<double> curve;
  /// The schedules behind the steps of the curve; none after tune() and of an
  /// agent that finds no schedule of the whole program.
  std::vector<Improvement> improvements;
  /// Seconds from the start of the search to the result of each sample, shape
  /// [samples]; equal for the samples of a batch.
  std::vector<double> curveSeconds;
  /// Number of samples per Status.
  std::vector<unsigned> statusCounts;
};

/// A searcher or a trained policy: finds the fastest schedule of one program
/// within a budget of samples. The same seed over the same timings gives the
/// same result.
class Agent {
public:
  virtual ~Agent() = default;
  virtual llvm::StringRef name() const = 0;
  virtual llvm::Expected<SearchResult>
  optimize(std::shared_ptr<const Program> program, Execution &execution,
           const SearchOptions &options) = 0;
  /// As optimize(), over parameters instead of schedules. Errors: ActionError
  /// if the agent supports only actions, which is the default.
  virtual llvm::Expected<SearchResult> tune(const ParameterGrid &grid,
                                            Execution &execution,
                                            const SearchOptions &options);
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_AGENT_H
