//===- agents/search/SampleBudget.h - Schedules asked of an execution -*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_SAMPLEBUDGET_H
#define MLIRGYM_AGENTS_SEARCH_SAMPLEBUDGET_H

#include "agents/Agent.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>
#include <optional>
#include <vector>

namespace mlirgym {

/// What one schedule came to.
struct Sample {
  /// Canonical.
  Schedule schedule;
  Measurement measurement;
  /// baseline / measured; 0 if the schedule failed.
  double speedup = 0;
};

/// The budget of one search: sends schedules to the execution in batches,
/// counts them, keeps the best, the curve and the statuses, and tells the
/// progress. No canonical schedule is asked twice, and never the untransformed
/// program: its timing is the baseline. Whatever a searcher decides depends on
/// its seed and on the timings alone, so that a second run over the same
/// timings asks the same schedules. Not thread safe.
class SampleBudget {
public:
  /// Asks for the baseline, which is not counted as a sample. Errors: those of
  /// Execution; a baseline without a time (it failed, or is not on file in
  /// replay).
  static llvm::Expected<SampleBudget>
  start(std::shared_ptr<const Program> program, Execution &execution,
        const SearchOptions &options);

  /// True once the budget is spent, queue counted, or the progress callback
  /// returned false.
  bool exhausted() const { return stopped || remaining() == 0; }
  /// Schedules that may still be proposed.
  unsigned remaining() const;

  /// Queues a schedule for the next run(). False, and nothing is queued, if
  /// its canonical form was asked or queued before, is empty, or the budget is
  /// exhausted.
  bool propose(const Schedule &schedule);
  /// Schedules in the queue, and true if they make a batch.
  size_t queued() const { return queue.size(); }
  bool batchIsFull() const { return queue.size() >= opts.batch; }
  /// Runs the queue; answers in the order they were proposed. Errors: those of
  /// Execution.
  llvm::Expected<std::vector<Sample>> run();

  /// Answer to a schedule asked before; 1 for the untransformed program.
  std::optional<double> knownSpeedup(const Schedule &schedule) const;
  const SearchResult &result() const { return soFar; }
  /// Ends the search. The most promising schedules are measured in turn with
  /// the baseline until one is faster than what the others promised; what is
  /// wrong when it runs again is passed over. Errors: those of Execution.
  llvm::Expected<SearchResult> finish() &&;

private:
  SampleBudget(std::shared_ptr<const Program> program, Execution &execution,
               const SearchOptions &options);
  void record(const Sample &sample);
  void keepIfPromising(const Sample &sample);
  llvm::Error measureInTurn();

  std::shared_ptr<const Program> program;
  Execution *execution;
  SearchOptions opts;
  SearchResult soFar;
  std::vector<ExecutionRequest> queue;
  /// Speedup by canonical text; nothing while it is queued.
  llvm::StringMap<std::optional<double>> asked;
  /// Faster than the baseline, the fastest first.
  std::vector<Sample> promising;
  bool stopped = false;
  std::chrono::steady_clock::time_point started;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SAMPLEBUDGET_H
