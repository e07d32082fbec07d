//===- agents/comparison/Comparison.h - Comparison of agents ----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_COMPARISON_COMPARISON_H
#define MLIRGYM_AGENTS_COMPARISON_COMPARISON_H

#include "agents/Agent.h"
#include "agents/comparison/AgentRun.h"
#include "execution/ExecutionOptions.h"
#include "outcome/Measurement.h"
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

/// An agent and its name in a comparison.
struct Contestant {
  std::string label;
  std::shared_ptr<Agent> agent;
  /// For an agent from a file: a hash of the file, so that runs of an earlier
  /// file with the same name are not reused.
  std::string identity = {};
};

struct ComparisonOptions {
  /// Holds one file per finished run, `exec-data.db` with the timings of all
  /// runs, and `lock`. Created if missing.
  std::string folder;
  /// Samples and seconds after which the agents are compared, positive. Each
  /// run gets the largest budget.
  std::vector<unsigned> budgets = {1, 4, 10, 40, 200};
  std::vector<double> seconds = {1, 3, 10, 30};
  unsigned seeds = 3;
  uint64_t firstSeed = 0;
  /// Members budget, seed, progress and measureInTurn are ignored.
  SearchOptions search = {};
  /// Without an execDataFile each run measures everything itself, so that its
  /// wall time is that of a search without stored timings. With one, and in a
  /// replay, runs share its timings and wall times are not compared.
  ExecutionOptions execution = {};
  struct Progress {
    /// Number of runs done, over all agents, programs and seeds; the current
    /// run counts by its share of samples.
    double runsDone;
    size_t runs;
    llvm::StringRef program, agent;
    double bestSpeedup;
  };
  std::function<void(const Progress &)> progress = nullptr;
};

/// The result of an agent at one point of a run.
struct Answer {
  /// Null: the untransformed program.
  const Incumbent *incumbent = nullptr;
  /// At least 1: without a faster schedule, the answer is the untransformed
  /// program.
  double speedup = 1;
  /// True if it was measured in turn with the baseline after the search (or
  /// there is nothing to measure). False in a replay without that measurement;
  /// the speedup is then the one of the search.
  bool inTurn = true;
  /// PairedMeasurement::noisy; false unless it was measured in turn.
  bool noisy = false;
};

struct ProgramComparison {
  std::shared_ptr<const Program> program;
  /// Family of the program (docs/programs.md); "other" for a program from a
  /// file.
  std::string family;
  /// Status of the baseline; there are no runs unless it is Ok.
  Status status = Status::Ok;
  std::string message = {};
  /// Shape [agents][seeds].
  std::vector<std::vector<AgentRun>> runs = {};
  /// Measurements by schedule text.
  llvm::StringMap<PairedMeasurement> inTurn = {};

  /// The last of `incumbents` that did not fail in the repeated measurement;
  /// null if there is none.
  const Incumbent *standing(llvm::ArrayRef<Incumbent> incumbents) const;
  /// The standing incumbent and its speedup.
  Answer answer(llvm::ArrayRef<Incumbent> incumbents) const;
};

struct Comparison {
  std::vector<std::string> agents;
  std::vector<unsigned> budgets; ///< ascending
  std::vector<double> seconds;   ///< ascending; empty if timings are shared
  unsigned seeds = 0;
  unsigned threads = 1;
  /// False: interrupted. Only programs for which all agents are finished are
  /// included.
  bool complete = true;
  size_t numPrograms = 0; ///< of all suites
  std::vector<ProgramComparison> programs;
};

/// Runs each agent on each program with each seed, program by program. After
/// the runs of a program it measures their results at each point of comparison
/// in turn, the baseline and all schedules once per round. Since this
/// measurement does not influence the choice of the schedule, the figures are
/// free of the bias of the fastest of many noisy timings. Agents with the same
/// schedule have the same figure.
///
/// Runs stored in `folder` are not repeated. If ExecutionOptions::interrupted
/// ends the comparison, the current run is lost, and the same call continues
/// after the last finished one. Errors: those of Execution and
/// Agent::optimize(); a folder in use, or with runs of other options.
llvm::Expected<Comparison>
compareAgents(llvm::ArrayRef<Contestant> contestants,
              llvm::ArrayRef<std::shared_ptr<const Program>> programs,
              const ComparisonOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_COMPARISON_COMPARISON_H
