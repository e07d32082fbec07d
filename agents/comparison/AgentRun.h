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

/// A schedule that a search held for its best, from the sample that found it
/// until a faster one came.
struct Incumbent {
  /// Samples asked when it was found, this one included, and the wall time
  /// since the search began.
  unsigned samples = 0;
  double seconds = 0;
  /// baseline / schedule, as the search timed them. The fastest of many noisy
  /// timings is too optimistic: not a figure to report.
  double searchedSpeedup = 1;
  Schedule schedule;
};

/// One agent on one program with one seed.
struct AgentRun {
  /// As on the command line: a searcher's name, or a file.
  std::string agent;
  std::string program;
  uint64_t seed = 0;
  unsigned samples = 0, cacheHits = 0;
  double seconds = 0;
  /// Each faster than those before it; empty if no schedule was faster than the
  /// untransformed program.
  std::vector<Incumbent> incumbents;

  /// The incumbents found within so many samples, or so much wall time.
  llvm::ArrayRef<Incumbent> after(unsigned samples) const;
  llvm::ArrayRef<Incumbent> afterSeconds(double seconds) const;
};

/// Runs the agent, and records its incumbents. Options' measureInTurn is off:
/// what a figure needs is measured in turn later (Comparison.h). `label` is
/// AgentRun::agent. Errors: those of Agent::optimize().
llvm::Expected<AgentRun> runAgent(Agent &agent, llvm::StringRef label,
                                  std::shared_ptr<const Program> program,
                                  Execution &execution, SearchOptions options);

nlohmann::ordered_json toJson(const AgentRun &run);
/// Errors: text that says what is missing or of another kind.
llvm::Expected<AgentRun> agentRunFromJson(const nlohmann::ordered_json &json);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_COMPARISON_AGENTRUN_H
