//===- agents/Recipe.h - Training from scratch ------------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_RECIPE_H
#define MLIRGYM_AGENTS_RECIPE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace mlirgym {

/// A search of all programs, after which an agent is learned from all timings
/// stored so far.
struct RecipeRound {
  /// A searcher, or an agent that uses the best policy so far.
  std::string agent;
  /// Budget per program.
  unsigned samples = 0;
  friend bool operator==(const RecipeRound &, const RecipeRound &) = default;
};

/// A file `data/recipes/<name>.json`: alternating search and learning. Plain
/// data, without LibTorch.
struct Recipe {
  std::string name, summary;
  /// Agents search the training and the validation programs of these suites,
  /// and learn from the training programs.
  std::vector<std::string> suites;
  std::vector<RecipeRound> rounds;
  /// Numbers of threads of the kernels: each program is searched with each
  /// number, and one agent is trained for all of them. Empty: the caller
  /// chooses.
  std::vector<unsigned> threads;
  /// Samples of the learned agent on each validation program.
  unsigned evaluationSamples = 4;
  /// Options of learning that differ from the defaults, by their names in
  /// config.json. Only `hidden` has several numbers.
  std::map<std::string, std::vector<double>> learn;

  /// `nameOrPath`: a recipe's name or the path of a recipe file. Errors:
  /// ProgramError naming file and key.
  static llvm::Expected<Recipe> load(llvm::StringRef nameOrPath);
  /// Names of the installed recipes, sorted.
  static std::vector<std::string> available();
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_RECIPE_H
