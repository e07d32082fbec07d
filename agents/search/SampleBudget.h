//===- agents/search/SampleBudget.h - Timings asked of an execution -*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_SAMPLEBUDGET_H
#define MLIRGYM_AGENTS_SEARCH_SAMPLEBUDGET_H

#include "agents/Agent.h"
#include "agents/search/SearchDomain.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>
#include <optional>
#include <vector>

namespace mlirgym {

/// What one candidate came to.
struct Sample {
  Candidate candidate;
  Measurement measurement;
  /// baseline / measured; 0 if it failed.
  double speedup = 0;
};

/// The budget of one search: sends candidates to the execution in batches,
/// counts them, keeps the best, the curve and the statuses, and tells the
/// progress. No candidate is asked twice, and never the empty schedule: its
/// timing is the baseline. (Choices of a grid may come to it.) Whatever a
/// searcher decides depends on its seed and on the timings alone, so that a
/// second run over the same timings asks the same candidates. Not thread safe.
class SampleBudget {
public:
  /// Asks for the baseline, which is not counted as a sample. Errors: those of
  /// Execution; a baseline without a time (it failed, or is not on file in
  /// replay).
  static llvm::Expected<SampleBudget>
  start(const std::shared_ptr<const Program> &program, Execution &execution,
        const SearchOptions &options);
  /// For candidates that are choices of `grid`, which must outlive it.
  static llvm::Expected<SampleBudget> start(const ParameterGrid &grid,
                                            Execution &execution,
                                            const SearchOptions &options);

  /// True once the budget is spent, queue counted, the progress callback
  /// returned false, or the execution was interrupted.
  bool exhausted() const { return stopped || remaining() == 0; }
  /// Candidates that may still be proposed.
  unsigned remaining() const;

  /// Queues a candidate for the next run(). False, and nothing is queued, if it
  /// was asked or queued before, is the empty schedule, or the budget is
  /// exhausted.
  bool propose(const Candidate &candidate);
  /// True if the queue makes a batch.
  bool batchIsFull() const { return queue.size() >= opts.batch; }
  /// Runs the queue; answers in the order they were proposed. Choices whose
  /// schedule is not legal are samples that failed. If the execution is
  /// interrupted, only what was answered by then, and the budget is exhausted.
  /// Errors: those of Execution and of ParameterGrid::code.
  llvm::Expected<std::vector<Sample>> run();

  /// Answer to a candidate asked before; 1 for the empty schedule.
  std::optional<double> knownSpeedup(const Candidate &candidate) const;
  const SearchResult &result() const { return soFar; }
  /// Ends the search. The most promising candidates are measured in turn with
  /// the baseline until one is faster than what the others promised; what is
  /// wrong when it runs again is passed over. In replay the first of them
  /// without a paired timing stands as the search met it if it is the most
  /// promising of all, or if no paired one is faster than the baseline; so it
  /// does if the execution is interrupted. Errors: those of Execution.
  llvm::Expected<SearchResult> finish() &&;

private:
  SampleBudget(std::shared_ptr<const Program> program, Execution &execution,
               const SearchOptions &options);
  /// What is measured for a candidate. Errors: those of ParameterGrid::code.
  llvm::Expected<ExecutionRequest> requestOf(const Candidate &candidate) const;
  void record(const Sample &sample);
  void takeAsBest(const Sample &sample);
  void keepIfPromising(const Sample &sample);
  llvm::Error measureInTurn();

  std::shared_ptr<const Program> program;
  const ParameterGrid *grid = nullptr;
  Execution *execution;
  SearchOptions opts;
  SearchResult soFar;
  std::vector<Candidate> queue;
  /// Speedup by key; nothing while it is queued.
  llvm::StringMap<std::optional<double>> asked;
  /// Faster than the baseline, the fastest first.
  std::vector<Sample> promising;
  bool stopped = false;
  std::chrono::steady_clock::time_point started;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SAMPLEBUDGET_H
