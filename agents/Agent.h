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
  /// Schedules asked of the execution, repeats and cache hits counted.
  unsigned budget = 200;
  uint64_t seed = 0;
  EncodingOptions encoding = {};
  StateOptions state = {};
  /// Schedules sent to the execution together, so that compiling overlaps
  /// measuring. Part of what a seed reproduces.
  unsigned batch = 8;
  /// Called after every answer; return false to stop.
  struct Progress {
    unsigned samples, budget;
    double bestSpeedup;
    const Schedule *best;
  };
  std::function<bool(const Progress &)> progress = nullptr;
};

struct SearchResult {
  std::string program;
  /// Canonical; empty if nothing beat the baseline.
  Schedule schedule;
  Measurement baseline, best;
  /// baseline.medianNs / best.medianNs, 1 if nothing was better.
  double speedup = 1;
  unsigned samples = 0, cacheHits = 0;
  double seconds = 0;
  /// Best speedup after each sample, shape [samples].
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
};

/// Lines of agents/search/Searchers.def: "random", "greedy", "beam",
/// "evolutionary". Errors: ActionError listing the names. No LibTorch.
llvm::Expected<std::unique_ptr<Agent>> makeSearcher(llvm::StringRef name);
std::vector<std::string> searcherNames();
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_AGENT_H
