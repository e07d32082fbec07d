//===- tools/flags/SearchFlags.h - Options of searches ----------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_FLAGS_SEARCHFLAGS_H
#define MLIRGYM_TOOLS_FLAGS_SEARCHFLAGS_H

#include "actions/ScheduleState.h"
#include "agents/Agent.h"
#include "tools/Options.h"
#include <string>
#include <vector>

namespace mlirgym::tools {

/// Options of the search in `optimize` and `evaluate`.
struct SearchFlags {
  std::string agent = "bayesian";
  unsigned budget = 200, batch = 8, maxActions = StateOptions().maxActionsPerOp;
  uint64_t seed = 0;
  double minGain = 0; ///< per cent
  /// Names of Actions.def; empty: all.
  std::vector<std::string> actions;
  /// Without 0; empty: those of EncodingOptions.
  std::vector<unsigned> tileSizes;

  /// All options except the agent, which is a positional argument of
  /// `evaluate`.
  void addTo(CLI::App &app);
  /// The options of the search space, without budget and seed.
  void addSpaceTo(CLI::App &app);
  /// Makes `option` accept the name of an agent (AgentName).
  static void checkAgent(Option option);

  SearchOptions toOptions() const;
};

/// "random, greedy, ..., learned[:CHECKPOINT], ...".
std::string agentList();
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_FLAGS_SEARCHFLAGS_H
