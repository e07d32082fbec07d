//===- agents/Agent.h - Whatever finds schedules ----------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_AGENT_H
#define MLIRGYM_AGENTS_AGENT_H

#include "actions/Encoding.h"
#include "execution/Execution.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>

namespace mlirgym {

struct SearchOptions {
  /// Schedules asked of the execution, cache hits counted; none is asked twice.
  unsigned budget = 200;
  uint64_t seed = 0;
  EncodingOptions encoding = {};
  StateOptions state = {};
  /// Schedules sent to the execution together, so that compiling overlaps
  /// measuring. Part of what a seed reproduces.
  unsigned batch = 8;
  /// Measure the best schedules and the baseline in turn before a speedup is
  /// reported (Execution::measurePaired()): what was fastest of many noisy
  /// timings is often only luckiest.
  bool measureInTurn = true;
  /// Called after every answer; return false to stop.
  struct Progress {
    unsigned samples, budget;
    double bestSpeedup;
    const Schedule *best; ///< empty in Agent::tune()
  };
  std::function<bool(const Progress &)> progress = nullptr;
};

/// Parameters of a workload's own, each with a number of choices.
struct ParameterGrid {
  std::shared_ptr<const Program> program;
  /// How many choices each parameter has, positive.
  std::vector<unsigned> sizes;
  /// What runs for one choice a parameter: see ExecutionRequest::parse(). A
  /// schedule that is not legal is a sample that fails.
  std::function<llvm::Expected<std::string>(llvm::ArrayRef<unsigned> choices)>
      code;
};

struct SearchResult {
  std::string program;
  /// Canonical; empty if nothing beat the baseline, and after tune().
  Schedule schedule;
  /// After tune(): one choice a parameter; empty if nothing beat the baseline.
  std::vector<unsigned> choices;
  Measurement baseline, best;
  /// baseline.medianNs / best.medianNs, 1 if nothing was better.
  double speedup = 1;
  /// Rounds in which the baseline and what promised most were measured in turn
  /// for the times and the speedup above; 0 if they are as the search met them:
  /// no sample was faster, or replay from a file without paired timings.
  unsigned pairedRounds = 0;
  /// Half the range of the rounds' speedups / their median; 0 without rounds.
  /// Where nothing was better in turn, these are the rounds that showed it.
  double speedupUncertainty = 0;
  /// True if the machine was too restless for the speedup to be believed.
  bool noisy = false;
  unsigned samples = 0, cacheHits = 0;
  double seconds = 0;
  /// Best speedup after each sample as the search met it, shape [samples].
  std::vector<double> curve;
  /// How many samples ended with each Status.
  std::vector<unsigned> statusCounts;
};

/// Searchers and trained policies alike: asked for the fastest schedule of one
/// program within a budget. The same seed over the same timings gives the same
/// answer.
class Agent {
public:
  virtual ~Agent() = default;
  virtual llvm::StringRef name() const = 0;
  virtual llvm::Expected<SearchResult>
  optimize(std::shared_ptr<const Program> program, Execution &execution,
           const SearchOptions &options) = 0;
  /// As optimize(), over parameters in place of schedules. Errors: ActionError
  /// if the agent knows actions only, which is the default.
  virtual llvm::Expected<SearchResult> tune(const ParameterGrid &grid,
                                            Execution &execution,
                                            const SearchOptions &options);
};

/// Lines of agents/search/Searchers.def: "random", "greedy", "beam",
/// "evolutionary". Errors: ActionError listing the names. No LibTorch.
llvm::Expected<std::unique_ptr<Agent>> makeSearcher(llvm::StringRef name);
std::vector<std::string> searcherNames();
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_AGENT_H
