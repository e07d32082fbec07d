//===- agents/learn/RecipeState.h - Progress of a recipe --------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LEARN_RECIPESTATE_H
#define MLIRGYM_AGENTS_LEARN_RECIPESTATE_H

#include "agents/learn/RecipeTrainer.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace mlirgym {

/// The state of a training, in addition to exec data and the agents' files.
struct RecipeState {
  RecipePhase phase = RecipePhase::Search;
  /// Number of completed rounds; index of the next one.
  unsigned round = 0;
  /// Number of programs searched in that round, and since the last learning.
  unsigned program = 0, searched = 0;
  /// Number of agents that were learned and evaluated.
  unsigned iteration = 0;
  uint64_t samples = 0, measured = 0;
  double seconds = 0;
  /// Search time of the current iteration; time of the last learning and
  /// evaluation.
  double searchSeconds = 0, lastLearnSeconds = 0;
  /// Metrics of the current iteration, as far as they are known.
  RecipeMetrics metrics;
  std::optional<double> bestScore;
  unsigned bestIteration = 0;
  /// Best speedup of each program, training programs before validation
  /// programs; 0: none yet.
  std::vector<double> best;
};

nlohmann::ordered_json toJson(const RecipeMetrics &metrics);
nlohmann::ordered_json toJson(const RecipeState &state);
/// Throws nlohmann::json::exception for a member that is missing or of another
/// type: call inside guarded().
RecipeState recipeStateFromJson(const nlohmann::ordered_json &json);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_RECIPESTATE_H
