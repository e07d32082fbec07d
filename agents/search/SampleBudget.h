//===- agents/search/SampleBudget.h - The budget of a search ----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_SAMPLEBUDGET_H
#define MLIRGYM_AGENTS_SEARCH_SAMPLEBUDGET_H

#include "actions/ScheduleState.h"
#include "agents/Agent.h"
#include "agents/search/SearchDomain.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {

/// The result of one candidate.
struct Sample {
  Candidate candidate;
  Measurement measurement;
  /// baseline / measured; 0 if it failed.
  double speedup = 0;
};

/// The budget of one search: sends candidates to the execution in batches,
/// counts them, records the best one, the curve and the statuses, and reports
/// progress. No candidate is requested twice, and the empty schedule never,
/// since its timing is the baseline. (Choices of a grid may produce it.) The
/// decisions of a searcher depend on its seed and the timings alone, so that a
/// second run over the same timings requests the same candidates. Not thread
/// safe.
class SampleBudget {
public:
  /// Requests the baseline, which is not counted as a sample. Errors: those of
  /// Execution; a baseline without a time (it failed, or is not stored in a
  /// replay).
  static llvm::Expected<SampleBudget>
  start(const std::shared_ptr<const Program> &program, Execution &execution,
        const SearchOptions &options);
  /// The same for candidates that are choices of `grid`, which must outlive the
  /// result.
  static llvm::Expected<SampleBudget> start(const ParameterGrid &grid,
                                            Execution &execution,
                                            const SearchOptions &options);

  /// True once the budget is spent (including the queue), the progress callback
  /// has returned false, or the execution was interrupted.
  bool exhausted() const { return stopped || remaining() == 0; }
  /// Candidates that may still be proposed.
  unsigned remaining() const;

  /// Queues a candidate for the next run(). Returns false, without queueing it,
  /// if it was requested or queued before, is the empty schedule, or the budget
  /// is exhausted.
  bool propose(const Candidate &candidate);
  /// True if the queue has the size of a batch.
  bool batchIsFull() const { return queue.size() >= batch(); }
  /// The same for a search that does not choose by results: a cluster gets
  /// twice as many at once, since at the end of a batch its processes wait for
  /// the last one.
  bool independentBatchIsFull() const {
    const size_t batches = execution->concurrency() > 1 ? 2 : 1;
    return queue.size() >= batches * batch();
  }
  /// Size of a batch: SearchOptions::batch for each sample that the execution
  /// measures at a time.
  unsigned batch() const { return opts.batch * execution->concurrency(); }
  /// Size of the next batch of a search that has a model. The first batches are
  /// small, so that each is chosen with the results of the previous one.
  unsigned nextModelBatch() const;
  /// Runs the queue; the samples are in the order of their proposal. Choices
  /// with an illegal schedule are failed samples. If the execution is
  /// interrupted, only the finished samples are returned, and the budget is
  /// exhausted. Errors: those of Execution and of ParameterGrid::request.
  llvm::Expected<std::vector<Sample>> run();

  /// For a search that has a model: reports the expected improvement of the
  /// best candidate of the next batch, in log speedup. May end the search
  /// (SearchOptions::minGain).
  void expect(double gain);

  /// Speedup of a candidate requested before; 1 for the empty schedule.
  std::optional<double> knownSpeedup(const Candidate &candidate) const;
  const SearchResult &result() const { return soFar; }
  /// Ends the search. Measures the fastest candidates, and some that were the
  /// fastest before them, in turn with the baseline, until the paired speedup
  /// of a candidate exceeds the unpaired speedups of the remaining ones; a
  /// candidate that fails now is skipped. In a replay, the first candidate
  /// without a paired timing keeps its timing from the search if it is the
  /// fastest of all, or if no paired candidate is faster than the baseline. The
  /// same holds if the execution is interrupted. Errors: those of Execution.
  llvm::Expected<SearchResult> finish() &&;

private:
  SampleBudget(std::shared_ptr<const Program> program, Execution &execution,
               const SearchOptions &options);
  /// The request for a candidate. Errors: those of ParameterGrid::request.
  llvm::Expected<ExecutionRequest> requestOf(const Candidate &candidate) const;
  void record(const Sample &sample);
  void takeAsBest(const Sample &sample);
  void keepIfPromising(const Sample &sample);
  /// Puts the samples of the first race to the front of `promising`, and
  /// returns their number: the fastest, and the latest that were the fastest
  /// before them. A later sample may only be faster because the machine is.
  size_t chooseContenders();
  llvm::Error measureInTurn();

  std::shared_ptr<const Program> program;
  const ParameterGrid *grid = nullptr;
  Execution *execution;
  SearchOptions opts;
  SearchResult soFar;
  std::vector<Candidate> queue;
  /// Speedup by key; nullopt while the candidate is queued.
  llvm::StringMap<std::optional<double>> asked;
  /// Samples faster than the baseline, the fastest first.
  std::vector<Sample> promising;
  /// Samples that were faster than the baseline and all before them.
  std::vector<Sample> incumbents;
  bool stopped = false;
  /// Number of consecutive batches with a small expected improvement, and the
  /// best speedup before them.
  unsigned poorBatches = 0;
  double speedupBefore = 0;
  Stopwatch taken;
};

/// SearchOptions::starts that are legal on the device of an execution.
struct Starts {
  /// `state`: that of the schedules of the search.
  Starts(const std::shared_ptr<const Program> &program,
         const SearchOptions &options, const Execution &execution,
         const StateOptions &state);

  /// Legal in the search, which may vary them.
  std::vector<Candidate> legal;
  /// With more actions, or longer code, than those of the search: only
  /// measured.
  std::vector<Candidate> others;
  /// Errors: those of SampleBudget::run().
  llvm::Error measureOthers(SampleBudget &budget) const;
};

} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SAMPLEBUDGET_H
