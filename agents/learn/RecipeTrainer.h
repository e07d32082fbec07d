//===- agents/learn/RecipeTrainer.h - Search and imitation in turn --------===//
// LibTorch without its headers.
#ifndef MLIRGYM_AGENTS_LEARN_RECIPETRAINER_H
#define MLIRGYM_AGENTS_LEARN_RECIPETRAINER_H

#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "agents/Recipe.h"
#include "execution/Execution.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

struct RecipePrograms {
  std::vector<std::shared_ptr<const Program>> train, validation;
  /// Those of all suites of a recipe together, in their order. Errors:
  /// ProgramError; suites without a training program.
  static llvm::Expected<RecipePrograms> load(const Recipe &recipe);
};

struct RecipeOptions {
  uint64_t seed = 0;
  /// What agents may choose from.
  EncodingOptions encoding = {};
  StateOptions state = {};
  /// Schedules that a search sends to the execution together.
  unsigned batch = 8;
  /// Threads of LibTorch, for the whole process; their number changes the last
  /// digits of weights.
  unsigned torchThreads = 1;
  /// Learn from timings of code for any target on this machine, not only for
  /// that of the execution.
  bool anyTarget = false;
  /// A checkpoint, as ImitationOptions::from: each agent is learned from its
  /// weights, and its policy is the first one. "": random weights. A resumed
  /// training keeps its own.
  std::string from = {};
  /// Wall time of this call of train() in minutes, after which no search is
  /// begun; what was measured is still learned from, and time is kept back for
  /// that if it is known. 0: no limit.
  double minutes = 0;
  /// Measured samples since the training began, after which it ends in the same
  /// way; 0: no limit.
  uint64_t samples = 0;
};

/// Of one iteration: searches, learning, and an evaluation on the validation
/// programs. One line of metrics.jsonl. Where training begins from a
/// checkpoint, the first iteration is the evaluation of that.
struct RecipeMetrics {
  /// Counted from 1; `round` is the one of the recipe that was searched, 0 if
  /// none was.
  unsigned iteration = 0, round = 0;
  std::string agent;
  /// False if a budget ended the round.
  bool wholeRound = true;
  /// Schedules requested since the training began, and those among them whose
  /// timing was not on file.
  uint64_t samples = 0, measured = 0;
  /// Programs that were searched so far, training and validation together, once
  /// per number of threads.
  unsigned programs = 0;
  /// Geometric mean of the best speedup of each training program so far.
  double meanBestSpeedup = 1;
  unsigned learnEpochs = 0, bestEpoch = 0;
  std::optional<double> trainCrossEntropy, validationCrossEntropy,
      criticCorrelation;
  /// Geometric means over the validation programs: of the agent's first sample,
  /// of the best of all its samples, and of the first relative to the best that
  /// is known of the program. A failed sample counts as 1, the speed of the
  /// untransformed program. Empty if no validation program has a timing.
  std::optional<double> validationSpeedup, validationSpeedupBest,
      validationShare;
  /// True if this agent is the best so far: agent.pt.
  bool best = false;
  double searchSeconds = 0, learnSeconds = 0, evaluateSeconds = 0;
  /// Since the training began, without the time between a stop and a resume.
  double seconds = 0;
  /// One line, keys in snake_case; null for an empty value.
  std::string toJson() const;
};

enum class RecipePhase : uint8_t { Search, Learn, Evaluate };
llvm::StringRef nameOf(RecipePhase phase);

/// The progress of a training, for RecipeRun::watch.
struct RecipeProgress {
  RecipePhase phase = RecipePhase::Search;
  /// Of the recipe, counted from 1.
  unsigned round = 0, rounds = 0;
  /// Programs (once per number of threads) of a search or an evaluation, epochs
  /// of learning.
  unsigned done = 0, total = 0;
  /// Of all work, or of the budget that ends first, in [0, 1].
  double share = 0;
};

/// Where results go, and how training begins and ends.
struct RecipeRun {
  /// `agent.pt`, the best by validation; `last.pt`; `state.json`, to resume;
  /// `metrics.jsonl`, a line per iteration; `config.json`; `lock`.
  std::string folder;
  /// Continue where the state in the folder stopped. Only torchThreads, minutes
  /// and samples may differ.
  bool resume = false;
  /// Polled between samples and gradient steps; true ends training, to be
  /// resumed.
  std::function<bool()> interrupted = nullptr;
  std::function<void(const RecipeProgress &)> watch = nullptr;
};

/// Expert iteration (Anthony et al., arXiv:1705.08439): agents search the
/// programs, an agent is learned from all timings in exec data, it searches in
/// its turn. A training that was stopped or killed at any moment can be
/// resumed: the state is written after each program, and timings are in exec
/// data. Same options and timings: the same agents, resumed or not.
class RecipeTrainer {
public:
  /// Each program is searched with each of `executions`, which differ in their
  /// number of threads only. They need an exec-data file: that and its others
  /// are learned from. Requires: at least one execution. Errors: text naming
  /// the option or the key of the recipe; a checkpoint to begin from that
  /// cannot be read; a folder with a training run, unless
  /// resumed, or in which another process trains; a state that cannot be read
  /// or belongs to other options.
  static llvm::Expected<std::unique_ptr<RecipeTrainer>>
  create(Recipe recipe, const RecipePrograms &programs,
         std::vector<std::shared_ptr<Execution>> executions,
         RecipeOptions options, const MachineFeatures &machine, RecipeRun run);
  ~RecipeTrainer();

  /// The iteration that agent.pt is of; 0 before the first.
  unsigned bestIteration() const;
  /// The numbers of threads of its executions, in their order.
  std::vector<unsigned> threads() const;
  /// True once all rounds are done.
  bool finished() const;
  /// Programs that were passed over because they have no time untransformed,
  /// once per number of threads, and the reason of the first.
  unsigned programsWithoutTime() const;
  const std::string &firstWithoutTime() const;

  using Progress = std::function<bool(const RecipeMetrics &)>;
  /// Trains on until all rounds are done, a budget is spent or the caller
  /// stops; calls `progress` after each iteration; false stops. Errors: those
  /// of the execution and of ImitationTrainer; the state remains.
  llvm::Error train(const Progress &progress = nullptr);

private:
  RecipeTrainer();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_RECIPETRAINER_H
