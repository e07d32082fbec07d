//===- agents/Recipe.h - How an agent is trained from nothing ---*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_RECIPE_H
#define MLIRGYM_AGENTS_RECIPE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace mlirgym {

/// One pass over all programs, after which an agent is learned from everything
/// that is known by then.
struct RecipeRound {
  /// A searcher, or an agent that needs a policy: it gets the best so far.
  std::string agent;
  /// Budget of each program.
  unsigned samples = 0;
  friend bool operator==(const RecipeRound &, const RecipeRound &) = default;
};

/// A file `data/recipes/<name>.json`: search and learning in turn. Data;
/// nothing in it is code. No LibTorch.
struct Recipe {
  std::string name, summary;
  /// Agents search the training and the validation programs of these, and learn
  /// from the former.
  std::vector<std::string> suites;
  std::vector<RecipeRound> rounds;
  /// Samples of the learned agent on each validation program.
  unsigned evaluationSamples = 4;
  /// Options of learning by the names that config.json has, where they are not
  /// the defaults. A list has several numbers only for `hidden`.
  std::map<std::string, std::vector<double>> learn;

  /// `nameOrPath`: a recipe's name or the path of a recipe file. Errors:
  /// ProgramError naming file and key.
  static llvm::Expected<Recipe> load(llvm::StringRef nameOrPath);
  /// Names of the installed recipes, sorted.
  static std::vector<std::string> available();
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_RECIPE_H
