//===- agents/tasks/TaskAgent.h - Searches task by task ---------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_TASKS_TASKAGENT_H
#define MLIRGYM_AGENTS_TASKS_TASKAGENT_H

#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "agents/tasks/Task.h"
#include "execution/Execution.h"
#include "kernels/KernelOutliner.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// The result of the search of one task.
struct TaskResult {
  Task task;
  /// Per call of the task alone, in the metric of the execution; 0: unknown.
  double baselineNs = 0, bestNs = 0;
  Schedule schedule = {};
  unsigned samples = 0, cacheHits = 0;
  /// The reason why the task remains without a schedule; "": none.
  std::string problem = {};

  /// Of all calls of the task.
  double totalNs() const {
    return bestNs * static_cast<double>(task.parts.size());
  }
  double totalBaselineNs() const {
    return baselineNs * static_cast<double>(task.parts.size());
  }
};

/// By the time of all calls of each task.
std::vector<const TaskResult *> slowestFirst(llvm::ArrayRef<TaskResult> tasks);

/// Optimises the tasks of a program one by one with another agent, and puts
/// their schedules together: for programs of dozens of operations, which have
/// too many schedules to be searched as a whole. First each task gets a batch
/// of samples, and then always the task for which a batch is expected to save
/// most: its time times the relative gain per sample of its last batch, or
/// times a tenth divided by its number of samples if that is more. A fifth of
/// the samples is for seams (Seam): two tasks are searched as one if that may
/// save some of their time, and remain one if it is faster. The whole program
/// is measured with and without them. Its fastest schedule is verified, and
/// measured in turn with the untransformed program; if it is no faster, the
/// result is the untransformed program. Exec data hold the timings of the
/// tasks, so that a second search measures only what the first one has not.
///
/// If the tasks together read more than the last-level cache holds, those that
/// read much find their weights in memory. They are measured with cold caches
/// (CacheState::Cold): repeated alone, they would find them in a cache, and
/// another schedule might be the fastest.
///
/// Source: the gradient-based task scheduler of Ansor (Zheng et al., OSDI 2020,
/// section 6).
class TaskAgent final : public Agent {
public:
  struct Progress {
    unsigned samples = 0, budget = 0;
    /// The task whose turn it is; null: the whole program is measured.
    const TaskResult *task = nullptr;
    /// Sums over all tasks.
    double nowNs = 0, baselineNs = 0;
  };
  /// Called before each batch of samples.
  using ProgressCallback = std::function<void(const Progress &)>;
  /// Makes the agent that searches a task.
  using AgentFactory =
      std::function<llvm::Expected<std::unique_ptr<Agent>>(const Program &)>;

  /// The outliner divides the program.
  TaskAgent(AgentFactory makeAgent, KernelOutliner outliner,
            ProgressCallback progress = nullptr);

  llvm::StringRef name() const override { return "tasks"; }
  /// SearchOptions::budget is that of all tasks together; each task gets at
  /// least a batch. The result has a script, and no schedule;
  /// SearchResult::curve is the speedup by the sums of the tasks' times. A task
  /// whose search fails keeps no schedule (TaskResult::problem). Errors: those
  /// of divideIntoTasks() and of the execution.
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override;

  /// The tasks of the last optimize(), in order of their first part. Tasks
  /// whose parts all became parts of others are not among them.
  llvm::ArrayRef<TaskResult> tasks() const { return results; }

private:
  AgentFactory makeAgent;
  KernelOutliner outliner;
  ProgressCallback progress;
  std::vector<TaskResult> results;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_TASKS_TASKAGENT_H
