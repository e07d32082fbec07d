#include "agents/tasks/TaskAgent.h"
#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "agents/tasks/Task.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/ExecutionRequest.h"
#include "execution/timing/MeasureProtocol.h"
#include "kernels/KernelOutliner.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

/// One optimize(). Tasks have the same numbers in `results` and `states`.
class TaskSearch {
public:
  /// `coldRunner`: for tasks that read from memory; null if there are none.
  TaskSearch(std::vector<TaskResult> &list, Execution &runner,
             Execution *coldRunner, const SearchOptions &searchOptions,
             const TaskAgent::AgentFactory &factory,
             const TaskAgent::ProgressCallback &callback)
      : results(list), execution(runner), cold(coldRunner),
        options(searchOptions), makeAgent(factory), progress(callback),
        states(list.size()) {}

  /// Spends the samples. Errors: those of the execution.
  llvm::Error run();
  /// Measures the schedule of the whole program.
  llvm::Expected<SearchResult> finish(const DividedProgram &divided);

private:
  struct State {
    std::unique_ptr<Agent> agent;
    /// Relative decrease of the time per sample of the last batch.
    double gain = 0;
    /// No further samples: the search failed, or has ended by itself.
    bool isDone = false;
  };

  /// Expected decrease of the program's time per sample.
  double expectedGain(size_t task) const;
  llvm::Error runBatch(size_t task);
  double sumOf(double (TaskResult::*nanoseconds)() const) const;
  Execution &executionOf(const Program &task) const;
  void tell(const TaskResult *task) const;

  std::vector<TaskResult> &results;
  Execution &execution;
  Execution *const cold;
  const SearchOptions &options;
  const TaskAgent::AgentFactory &makeAgent;
  const TaskAgent::ProgressCallback &progress;
  std::vector<State> states;
  SearchResult whole;
  bool isStopped = false;
  Stopwatch taken;
};
} // namespace

/// Data that a task reads and that other tasks leave in the caches.
static constexpr double mostCachedBytes = 256 << 10;

Execution &TaskSearch::executionOf(const Program &task) const {
  return cold && task.complexity().bytesRead > mostCachedBytes ? *cold
                                                               : execution;
}

double TaskSearch::sumOf(double (TaskResult::*nanoseconds)() const) const {
  double sum = 0;
  for (const TaskResult &result : results)
    sum += (result.*nanoseconds)();
  return sum;
}

void TaskSearch::tell(const TaskResult *task) const {
  if (progress)
    progress({whole.samples, options.budget, task, sumOf(&TaskResult::totalNs),
              sumOf(&TaskResult::totalBaselineNs)});
}

double TaskSearch::expectedGain(size_t task) const {
  if (states[task].isDone)
    return 0;
  // Twice the samples usually save about a tenth of the time.
  constexpr double usualGain = 0.1;
  const TaskResult &result = results[task];
  return result.totalNs() *
         std::max(states[task].gain, usualGain / std::max(result.samples, 1u));
}

llvm::Error TaskSearch::runBatch(size_t task) {
  TaskResult &result = results[task];
  State &state = states[task];
  tell(&result);
  auto giveUp = [&](llvm::Error error) -> llvm::Error {
    if (error.isA<InterruptedError>())
      return error;
    result.problem = llvm::toString(std::move(error));
    state.isDone = true;
    return llvm::Error::success();
  };
  if (!state.agent)
    if (llvm::Error error =
            makeAgent(*result.task.program).moveInto(state.agent))
      return giveUp(std::move(error));
  // Agents continue a search by repeating it: its timings are stored.
  SearchOptions own = options;
  own.budget = result.samples + std::max(options.batch, 1u);
  own.measureInTurn = false;
  own.progress = [&](const SearchOptions::Progress &) {
    const SearchOptions::Progress now{whole.samples, options.budget,
                                      whole.speedup, &whole.schedule};
    isStopped = isStopped || (options.progress && !options.progress(now));
    return !isStopped;
  };
  auto found = state.agent->optimize(result.task.program,
                                     executionOf(*result.task.program), own);
  if (!found)
    return giveUp(found.takeError());
  const unsigned added =
      found->samples - std::min(result.samples, found->samples);
  const double before =
      result.samples == 0 ? found->baseline.medianNs : result.bestNs;
  result.baselineNs = found->baseline.medianNs;
  result.bestNs = result.baselineNs / found->speedup;
  result.schedule = found->schedule;
  state.gain = added == 0 ? 0 : (1 - result.bestNs / before) / added;
  state.isDone = found->samples < own.budget;
  whole.samples += added;
  whole.cacheHits +=
      found->cacheHits - std::min(result.cacheHits, found->cacheHits);
  result.samples = found->samples;
  result.cacheHits = found->cacheHits;
  whole.curve.resize(whole.samples, sumOf(&TaskResult::totalBaselineNs) /
                                        sumOf(&TaskResult::totalNs));
  whole.curveSeconds.resize(whole.samples, taken.seconds());
  return llvm::Error::success();
}

llvm::Error TaskSearch::run() {
  for (size_t task = 0; task < results.size() && !isStopped; ++task)
    MLIRGYM_TRY_TO(runBatch(task));
  while (!isStopped && whole.samples < options.budget) {
    size_t next = 0;
    for (size_t task = 1; task < results.size(); ++task)
      if (expectedGain(task) > expectedGain(next))
        next = task;
    if (expectedGain(next) <= 0)
      break;
    MLIRGYM_TRY_TO(runBatch(next));
  }
  return llvm::Error::success();
}

llvm::Expected<SearchResult> TaskSearch::finish(const DividedProgram &divided) {
  const std::shared_ptr<const Program> &program = divided.program;
  std::vector<Schedule> schedules;
  for (const TaskResult &result : results)
    schedules.push_back(result.schedule);
  whole.program = program->name().str();
  MLIRGYM_TRY(whole.script, stitch(divided, schedules));
  tell(nullptr);
  MLIRGYM_TRY(auto baseline, execution.baseline(program));
  whole.baseline = whole.best = baseline;
  whole.seconds = taken.seconds();
  if (!baseline.ok() || whole.script.empty())
    return std::move(whole);
  ExecutionRequest request{program};
  request.script = whole.script;
  MLIRGYM_TRY(auto best, execution.measure(request));
  whole.best = best;
  if (best.ok()) {
    MLIRGYM_TRY(auto paired, execution.measurePaired(request));
    if (paired.ok()) {
      whole.pairedRounds = paired.rounds;
      whole.speedupUncertainty = paired.uncertainty;
      whole.noisy = paired.noisy;
      whole.baseline.medianNs = paired.baselineNs;
      whole.best.medianNs = paired.scheduleNs;
    } else if (paired.status != Status::NotCached) {
      whole.best.status = paired.status;
      whole.best.message = paired.message;
    }
  }
  whole.speedup =
      whole.best.ok() ? whole.baseline.medianNs / whole.best.medianNs : 1;
  if (whole.best.ok() && whole.speedup <= 1) {
    whole.script.clear();
    whole.best = whole.baseline;
    whole.speedup = 1;
  }
  whole.seconds = taken.seconds();
  return std::move(whole);
}

TaskAgent::TaskAgent(AgentFactory factory, KernelOutliner divider,
                     ProgressCallback callback)
    : makeAgent(std::move(factory)), outliner(std::move(divider)),
      progress(std::move(callback)) {}

std::vector<const TaskResult *> slowestFirst(llvm::ArrayRef<TaskResult> tasks) {
  std::vector<const TaskResult *> order;
  for (const TaskResult &task : tasks)
    order.push_back(&task);
  llvm::sort(order, [](const TaskResult *a, const TaskResult *b) {
    return std::pair(b->totalNs(), a) < std::pair(a->totalNs(), b);
  });
  return order;
}

/// The same with cold caches; null if the last-level cache has room for all
/// that the tasks read, or is unknown, or if the caller has chosen cold caches.
static llvm::Expected<std::unique_ptr<Execution>>
makeColdExecution(const Execution &execution, llvm::ArrayRef<Task> tasks) {
  double bytes = 0;
  for (const Task &task : tasks)
    bytes += task.program->complexity().bytesRead *
             static_cast<double>(task.parts.size());
  const int64_t lastLevel = execution.device().target.l3Bytes;
  ExecutionOptions options = execution.options();
  if (lastLevel == 0 || bytes <= static_cast<double>(lastLevel) ||
      options.protocol.caches == CacheState::Cold)
    return nullptr;
  options.protocol.caches = CacheState::Cold;
  return Execution::create(std::move(options));
}

llvm::Expected<SearchResult>
TaskAgent::optimize(std::shared_ptr<const Program> program,
                    Execution &execution, const SearchOptions &options) {
  MLIRGYM_TRY(auto divided, divideIntoTasks(std::move(program), outliner));
  MLIRGYM_TRY(auto cold, makeColdExecution(execution, divided.tasks));
  results.clear();
  for (const Task &task : divided.tasks)
    results.push_back({.task = task});
  TaskSearch search(results, execution, cold.get(), options, makeAgent,
                    progress);
  MLIRGYM_TRY_TO(search.run());
  return search.finish(divided);
}

} // namespace mlirgym
