//===- agents/comparison/AgentRun.h - One search, sample by sample --------===//
#ifndef MLIRGYM_AGENTS_COMPARISON_AGENTRUN_H
#define MLIRGYM_AGENTS_COMPARISON_AGENTRUN_H

#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "execution/Execution.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace mlirgym {

/// A schedule that was the best one of a search for some time.
struct Incumbent {
  /// Number of samples until it was found, inclusive, and wall time since the
  /// start of the search.
  unsigned samples = 0;
  double seconds = 0;
  /// baseline / schedule, as timed by the search. Not a figure to report: the
  /// fastest of many noisy timings is too optimistic.
  double searchedSpeedup = 1;
  Schedule schedule;
};

/// One agent on one program with one seed.
struct AgentRun {
  /// Name as on the command line: a searcher's name, or a file.
  std::string agent;
  std::string program;
  uint64_t seed = 0;
  unsigned samples = 0, cacheHits = 0;
  double seconds = 0;
  /// Each is faster than its predecessors; empty if no schedule was faster than
  /// the untransformed program.
  std::vector<Incumbent> incumbents;

  /// The incumbents found within a number of samples, or within a wall time.
  llvm::ArrayRef<Incumbent> after(unsigned samples) const;
  llvm::ArrayRef<Incumbent> afterSeconds(double seconds) const;
};

/// Runs the agent, and records its incumbents. SearchOptions::measureInTurn is
/// off: the schedules of a figure are measured in turn later (Comparison.h).
/// `label` is AgentRun::agent. Errors: those of Agent::optimize().
llvm::Expected<AgentRun> runAgent(Agent &agent, llvm::StringRef label,
                                  std::shared_ptr<const Program> program,
                                  Execution &execution, SearchOptions options);

nlohmann::ordered_json toJson(const AgentRun &run);
/// Errors: text naming the member that is missing or has the wrong type.
llvm::Expected<AgentRun> agentRunFromJson(const nlohmann::ordered_json &json);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_COMPARISON_AGENTRUN_H
