#include "agents/tasks/TaskAgent.h"
#include "actions/Schedule.h"
#include "actions/encoding/Encoding.h"
#include "agents/Agent.h"
#include "agents/KnownSchedules.h"
#include "agents/tasks/Seam.h"
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
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

/// One optimize(). Tasks have the same numbers in `results` and `states`.
class TaskSearch {
public:
  /// `coldRunner`: for tasks that read from memory; null if there are none.
  TaskSearch(std::vector<TaskResult> &list, Execution &runner,
             Execution *coldRunner, KnownSchedules knownSchedules,
             const SearchOptions &searchOptions,
             const TaskAgent::AgentFactory &factory,
             const TaskAgent::ProgressCallback &callback)
      : results(list), execution(runner), cold(coldRunner),
        known(std::move(knownSchedules)), options(searchOptions),
        makeAgent(factory), progress(callback), states(list.size()) {}

  /// Spends the samples. Errors: those of the execution.
  llvm::Error run(const DividedProgram &divided, KernelOutliner &outliner);
  /// Measures the schedule of the whole program.
  llvm::Expected<SearchResult> finish(const DividedProgram &divided);

private:
  struct State {
    std::unique_ptr<Agent> agent;
    std::vector<Schedule> starts;
    /// Relative decrease of the time per sample of the last batch.
    double gain = 0;
    /// No further samples: the search failed, or has ended by itself.
    bool isDone = false;
  };

  /// Expected decrease of the program's time per sample.
  double expectedGain(size_t task) const;
  llvm::Error runBatch(size_t task);
  /// Gives batches to the tasks until so many samples are spent.
  llvm::Error spend(unsigned samples);
  /// Searches the seams that may save most, and keeps those that save.
  llvm::Error joinSeams(const DividedProgram &divided,
                        KernelOutliner &outliner);
  double expectedSaving(const Seam &seam) const;
  void replaceParts(const Seam &seam, TaskResult &joined);
  /// The time of the whole program with these tasks, and its script.
  llvm::Expected<Measurement> measureWhole(const DividedProgram &divided,
                                           llvm::ArrayRef<TaskResult> tasks,
                                           std::string &script);
  double sumOf(double (TaskResult::*nanoseconds)() const) const;
  Execution &executionOf(const Program &task) const;
  void tell(const TaskResult *task) const;

  std::vector<TaskResult> &results;
  Execution &execution;
  Execution *const cold;
  KnownSchedules known;
  const SearchOptions &options;
  const TaskAgent::AgentFactory &makeAgent;
  const TaskAgent::ProgressCallback &progress;
  std::vector<State> states;
  /// The results without seams; empty if none was joined.
  std::vector<TaskResult> apart;
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
  const unsigned batch = std::max(options.batch, 1u) * execution.concurrency();
  if (!state.agent) {
    if (llvm::Error error =
            makeAgent(*result.task.program).moveInto(state.agent))
      return giveUp(std::move(error));
    // A space that was given may not have the known ones.
    if (options.encoding == EncodingOptions())
      MLIRGYM_TRY_TO(
          known.startsFor(result.task.program, batch).moveInto(state.starts));
  }
  // Agents continue a search by repeating it: its timings are stored.
  SearchOptions own = options;
  own.budget = result.samples + batch;
  own.starts = state.starts;
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

llvm::Error TaskSearch::spend(unsigned samples) {
  while (!isStopped && whole.samples < samples) {
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

llvm::Error TaskSearch::run(const DividedProgram &divided,
                            KernelOutliner &outliner) {
  for (size_t task = 0; task < results.size() && !isStopped; ++task)
    MLIRGYM_TRY_TO(runBatch(task));
  constexpr unsigned shareOfSeams = 5;
  MLIRGYM_TRY_TO(spend(options.budget - options.budget / shareOfSeams));
  MLIRGYM_TRY_TO(joinSeams(divided, outliner));
  return spend(options.budget);
}

double TaskSearch::expectedSaving(const Seam &seam) const {
  // A tensor that is passed on is written and read, mostly in a cache.
  constexpr double bytesPerNs = 10;
  const TaskResult &from = results[seam.producer], &to = results[seam.consumer];
  if (!from.problem.empty() || !to.problem.empty())
    return 0;
  const double ns = from.bestNs + to.bestNs;
  const double saved = 2 * seam.bytes / bytesPerNs;
  constexpr double leastShare = 0.05;
  return saved < leastShare * ns
             ? 0
             : saved * static_cast<double>(seam.pairs.size());
}

void TaskSearch::replaceParts(const Seam &seam, TaskResult &joined) {
  auto &from = results[seam.producer].task.parts;
  auto &to = results[seam.consumer].task.parts;
  for (const Seam::Pair &pair : seam.pairs) {
    // Another seam may have taken them.
    if (!llvm::is_contained(from, pair.producer) ||
        !llvm::is_contained(to, pair.consumer))
      continue;
    llvm::erase(from, pair.producer);
    llvm::erase(to, pair.consumer);
    joined.task.parts.push_back(pair.joined());
  }
}

llvm::Error TaskSearch::joinSeams(const DividedProgram &divided,
                                  KernelOutliner &outliner) {
  std::vector<Seam> seams = seamsOf(*divided.fused, divided.tasks);
  llvm::sort(seams, [&](const Seam &a, const Seam &b) {
    return std::tuple(-expectedSaving(a), a.producer, a.consumer) <
           std::tuple(-expectedSaving(b), b.producer, b.consumer);
  });
  const std::vector<TaskResult> before = results;
  for (Seam &seam : seams) {
    if (isStopped || whole.samples >= options.budget ||
        expectedSaving(seam) <= 0)
      break;
    MLIRGYM_TRY(auto program, join(seam, *divided.fused, outliner));
    const size_t number = results.size();
    results.push_back({.task = {std::move(program), {}}});
    states.emplace_back();
    const double ns =
        results[seam.producer].bestNs + results[seam.consumer].bestNs;
    MLIRGYM_TRY_TO(runBatch(number));
    // A second batch, unless the first one is far away.
    constexpr double isFar = 1.5;
    TaskResult &joined = results[number];
    if (!isStopped && !states[number].isDone && joined.bestNs < isFar * ns)
      MLIRGYM_TRY_TO(runBatch(number));
    if (joined.problem.empty() && joined.bestNs < ns)
      replaceParts(seam, joined);
    if (!joined.task.parts.empty())
      apart = before;
  }
  return llvm::Error::success();
}

llvm::Expected<Measurement>
TaskSearch::measureWhole(const DividedProgram &divided,
                         llvm::ArrayRef<TaskResult> tasks,
                         std::string &script) {
  DividedProgram now{divided.program, divided.fused, {}};
  std::vector<Schedule> schedules;
  for (const TaskResult &result : tasks) {
    now.tasks.push_back(result.task);
    schedules.push_back(result.schedule);
  }
  MLIRGYM_TRY(script, stitch(now, schedules));
  if (script.empty())
    return execution.baseline(divided.program);
  ExecutionRequest request{divided.program};
  request.script = script;
  return execution.measure(request);
}

llvm::Expected<SearchResult> TaskSearch::finish(const DividedProgram &divided) {
  const std::shared_ptr<const Program> &program = divided.program;
  whole.program = program->name().str();
  tell(nullptr);
  MLIRGYM_TRY(auto baseline, execution.baseline(program));
  whole.baseline = whole.best = baseline;
  whole.seconds = taken.seconds();
  if (!baseline.ok())
    return std::move(whole);
  MLIRGYM_TRY(whole.best, measureWhole(divided, results, whole.script));
  if (!apart.empty()) {
    std::string script;
    MLIRGYM_TRY(auto measured, measureWhole(divided, apart, script));
    if (measured.ok() &&
        (!whole.best.ok() || measured.medianNs < whole.best.medianNs)) {
      results = std::move(apart);
      whole.script = std::move(script);
      whole.best = std::move(measured);
    }
  }
  if (whole.best.ok() && !whole.script.empty()) {
    ExecutionRequest request{program};
    request.script = whole.script;
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
  MLIRGYM_TRY(auto known, KnownSchedules::on(execution));
  TaskSearch search(results, execution, cold.get(), std::move(known), options,
                    makeAgent, progress);
  MLIRGYM_TRY_TO(search.run(divided, outliner));
  auto found = search.finish(divided);
  llvm::erase_if(results, [](const TaskResult &result) {
    return result.task.parts.empty();
  });
  llvm::sort(results, [](const TaskResult &a, const TaskResult &b) {
    return a.task.parts.front() < b.task.parts.front();
  });
  return found;
}

} // namespace mlirgym
