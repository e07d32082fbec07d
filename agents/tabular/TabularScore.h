//===- agents/tabular/TabularScore.h - The score of an agent ----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_TABULAR_TABULARSCORE_H
#define MLIRGYM_AGENTS_TABULAR_TABULARSCORE_H

#include "agents/Agent.h"
#include "agents/tabular/TabularTask.h"
#include "agents/tabular/TimingTable.h"
#include "execution/Execution.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

struct TabularScoreOptions {
  /// Numbers of samples after which an agent is judged, ascending.
  std::vector<unsigned> budgets = {1, 4, 20, 200};
  /// Searches per task, with the seeds 0, 1, ...
  unsigned seeds = 3;
};

/// An agent on one task.
struct TaskScore {
  std::string task;
  /// For each budget the best time of the table / the best time found, which is
  /// at most that of the untransformed program: the geometric mean over seeds.
  std::vector<double> shares = {};
  /// The roofline's time / the best time found with the largest budget; 0 if
  /// the roofline is unknown. Above 1 if the operands are in a cache.
  double ofRoofline = 0;
};

/// An agent on some tasks.
struct TabularScore {
  std::vector<TaskScore> tasks;

  /// For each budget the geometric mean over tasks.
  std::vector<double> shares() const;
  /// The mean of shares(): 1 for an agent whose first sample is the best
  /// schedule of each space.
  double value() const;
  /// The geometric mean over the tasks whose roofline is known; 0 for none.
  double ofRoofline() const;
};

/// Runs an agent on a task. `replay`: of `table`. The same table gives the same
/// score. Errors: those of Agent::optimize(); a sample outside of the table.
llvm::Expected<TaskScore> scoreOn(const TabularTask &task,
                                  const TimingTable &table,
                                  const std::shared_ptr<const Program> &program,
                                  Execution &replay, Agent &agent,
                                  const TabularScoreOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_TABULAR_TABULARSCORE_H
