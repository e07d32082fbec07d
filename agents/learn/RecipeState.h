//===- agents/learn/RecipeState.h - How far a recipe is ---------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LEARN_RECIPESTATE_H
#define MLIRGYM_AGENTS_LEARN_RECIPESTATE_H

#include "agents/learn/RecipeTrainer.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace mlirgym {

/// All that a training must remember beside exec data and the agents' files.
struct RecipeState {
  RecipePhase phase = RecipePhase::Search;
  /// Rounds that are whole; index of the next one.
  unsigned round = 0;
  /// Programs of that round that were searched; those since the last learning.
  unsigned program = 0, searched = 0;
  /// Learned and evaluated.
  unsigned iteration = 0;
  uint64_t samples = 0, measured = 0;
  double seconds = 0;
  /// Of the iteration under way; what learning and evaluation took last time.
  double searchSeconds = 0, lastLearnSeconds = 0;
  /// Of the iteration under way, as far as it is known.
  RecipeMetrics metrics;
  std::optional<double> bestScore;
  unsigned bestIteration = 0;
  /// Best speedup of each program, training before validation; 0: none yet.
  std::vector<double> best;
};

nlohmann::ordered_json toJson(const RecipeMetrics &metrics);
nlohmann::ordered_json toJson(const RecipeState &state);
/// Throws nlohmann::json::exception for a member that is missing or of another
/// type: call inside guarded().
RecipeState recipeStateFromJson(const nlohmann::ordered_json &json);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_RECIPESTATE_H
