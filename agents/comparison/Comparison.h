//===- agents/comparison/Comparison.h - Agents on equal terms ---*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_COMPARISON_COMPARISON_H
#define MLIRGYM_AGENTS_COMPARISON_COMPARISON_H

#include "agents/Agent.h"
#include "agents/comparison/AgentRun.h"
#include "execution/ExecutionOptions.h"
#include "execution/outcome/Measurement.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// An agent under the name that it has in a comparison.
struct Contestant {
  std::string label;
  std::shared_ptr<Agent> agent;
  /// Of an agent that was read from a file: a hash of it, so that a run of an
  /// earlier file of that name is not taken for one of this.
  std::string identity = {};
};

struct ComparisonOptions {
  /// Kept in it: one file per finished run, `exec-data.db` with the timings of
  /// all runs, `lock`. Made if missing.
  std::string folder;
  /// Samples and seconds after which the agents are compared, positive. Each
  /// run has the largest budget.
  std::vector<unsigned> budgets = {1, 4, 10, 40, 200};
  std::vector<double> seconds = {1, 3, 10, 30};
  unsigned seeds = 3;
  uint64_t firstSeed = 0;
  /// Its budget, seed, progress and measureInTurn are not used.
  SearchOptions search = {};
  /// Without an execDataFile each run measures everything itself, so that its
  /// wall time is that of a search from nothing. With one, and in a replay,
  /// runs share its timings and wall times are not compared.
  ExecutionOptions execution = {};
  struct Progress {
    /// Runs of all agents, programs and seeds; the present one counts by its
    /// share of samples.
    double runsDone;
    size_t runs;
    llvm::StringRef program, agent;
    double bestSpeedup;
  };
  std::function<void(const Progress &)> progress = nullptr;
};

/// What an agent hands over at some point of a run.
struct Answer {
  /// Null: the untransformed program.
  const Incumbent *incumbent = nullptr;
  /// At least 1: who finds nothing faster keeps the untransformed program.
  double speedup = 1;
  /// True if it was measured in turn with the baseline after the search (or
  /// there is nothing to measure); false in a replay without that measurement,
  /// where it is the search's own.
  bool inTurn = true;
};

struct ProgramComparison {
  std::shared_ptr<const Program> program;
  /// Of docs/programs.md; "other" for a program from a file.
  std::string family;
  /// Of the baseline; unless it is Ok there are no runs.
  Status status = Status::Ok;
  std::string message = {};
  /// Shape [agents][seeds].
  std::vector<std::vector<AgentRun>> runs = {};
  /// By text of the schedule.
  llvm::StringMap<PairedMeasurement> inTurn = {};

  /// The last of `incumbents` that is right when it runs again.
  Answer answer(llvm::ArrayRef<Incumbent> incumbents) const;
};

struct Comparison {
  std::vector<std::string> agents;
  std::vector<unsigned> budgets; ///< ascending
  std::vector<double> seconds;   ///< ascending; empty if timings are shared
  unsigned seeds = 0;
  unsigned threads = 1;
  /// False: interrupted. Only programs on which all agents are finished are
  /// there.
  bool complete = true;
  size_t numPrograms = 0; ///< asked for
  std::vector<ProgramComparison> programs;
};

/// Runs each agent on each program with each seed, program by program, and then
/// measures what they handed over at each point of comparison in turn with the
/// baseline, one schedule of the program after the other. That measurement has
/// no part in the choice of the schedule, so the luck of the fastest of many
/// noisy timings is not in the figure; agents with the same schedule have the
/// same figure.
///
/// Runs that `folder` holds are not repeated. If
/// ExecutionOptions::interrupted ends it, the run under way is lost, and the
/// same call goes on after the last finished one. Errors: those of Execution
/// and Agent::optimize(); a folder in use, or with runs of other options.
llvm::Expected<Comparison>
compareAgents(llvm::ArrayRef<Contestant> contestants,
              llvm::ArrayRef<std::shared_ptr<const Program>> programs,
              const ComparisonOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_COMPARISON_COMPARISON_H
