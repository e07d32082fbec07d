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
  /// The programs of all suites of a recipe, in their order. Errors:
  /// ProgramError; suites without a training program.
  static llvm::Expected<RecipePrograms> load(const Recipe &recipe);
};

struct RecipeOptions {
  uint64_t seed = 0;
  /// The action space of the agents.
  EncodingOptions encoding = {};
  StateOptions state = {};
  /// Schedules that a search sends to the execution together.
  unsigned batch = 8;
  /// Threads of LibTorch, for the whole process; their number changes the last
  /// digits of weights.
  unsigned torchThreads = 1;
  /// Learn from timings of code for any target on this machine, not only the
  /// execution's target.
  bool anyTarget = false;
  /// A checkpoint, as ImitationOptions::from: the training of each agent starts
  /// from its weights, and its policy is the first one. "": random weights. A
  /// resumed training ignores it.
  std::string from = {};
  /// Wall time of this call of train() in minutes, after which no search is
  /// begun. The measurements are still learned from; the time for that is
  /// reserved if it is known. 0: no limit.
  double minutes = 0;
  /// Number of measured samples since the training began, after which it ends
  /// in the same way; 0: no limit.
  uint64_t samples = 0;
};

/// Metrics of one iteration: searches, learning, and an evaluation on the
/// validation programs. One line of metrics.jsonl. If training starts from a
/// checkpoint, the first iteration is the evaluation of that checkpoint.
struct RecipeMetrics {
  /// Counted from 1; `round` is the round of the recipe that was searched, 0 if
  /// none was.
  unsigned iteration = 0, round = 0;
  std::string agent;
  /// False if a budget ended the round.
  bool wholeRound = true;
  /// Number of schedules requested since the training began, and of those whose
  /// timing was not yet stored.
  uint64_t samples = 0, measured = 0;
  /// Number of programs searched so far, training and validation together,
  /// counted once per number of threads.
  unsigned programs = 0;
  /// Geometric mean of the best speedup of each training program so far.
  double meanBestSpeedup = 1;
  unsigned learnEpochs = 0, bestEpoch = 0;
  std::optional<double> trainCrossEntropy, validationCrossEntropy,
      criticCorrelation;
  /// Geometric means over the validation programs: speedup of the agent's first
  /// sample, of the best of all its samples, and of the first sample relative
  /// to the best known speedup of the program. A failed sample counts as 1, the
  /// speedup of the untransformed program. Empty if no validation program has a
  /// timing.
  std::optional<double> validationSpeedup, validationSpeedupBest,
      validationShare;
  /// True if this agent is the best so far, which is saved as agent.pt.
  bool best = false;
  double searchSeconds = 0, learnSeconds = 0, evaluateSeconds = 0;
  /// Seconds since the training began, without the time between a stop and a
  /// resume.
  double seconds = 0;
  /// One line, keys in snake_case; null for an empty value.
  std::string toJson() const;
};

enum class RecipePhase : uint8_t { Search, Learn, Evaluate };
llvm::StringRef nameOf(RecipePhase phase);

/// The progress of a training, for RecipeRun::watch.
struct RecipeProgress {
  RecipePhase phase = RecipePhase::Search;
  /// Round of the recipe, counted from 1, and the number of rounds.
  unsigned round = 0, rounds = 0;
  /// Progress of the current step: programs (once per number of threads) of a
  /// search or an evaluation, or epochs of learning.
  unsigned done = 0, total = 0;
  /// Share done of all work, or of the budget that will end first, in [0, 1].
  double share = 0;
};

/// The folder of a training run, and options for its start and end.
struct RecipeRun {
  /// `agent.pt`, the best agent by validation; `last.pt`; `state.json`, to
  /// resume; `metrics.jsonl`, a line per iteration; `config.json`; `lock`.
  std::string folder;
  /// Continue from the state in the folder. Only torchThreads, minutes and
  /// samples may differ.
  bool resume = false;
  /// Polled between samples and gradient steps; true ends training, which can
  /// be resumed.
  std::function<bool()> interrupted = nullptr;
  std::function<void(const RecipeProgress &)> watch = nullptr;
};

/// Expert iteration (Anthony et al., arXiv:1705.08439): agents search the
/// programs, an agent is learned from all timings in exec data, then that agent
/// searches, and so on. A training that was stopped or killed at any moment can
/// be resumed: the state is written after each program, and timings are in exec
/// data. The same options and timings give the same agents, resumed or not.
class RecipeTrainer {
public:
  /// Each program is searched with each of `executions`, which differ only in
  /// their number of threads. They need an exec-data file: learning reads that
  /// file and mainExecData. Requires: at least one execution. Errors: text
  /// naming the option or the key of the recipe; an initial checkpoint that
  /// cannot be read; a folder with a training run, unless resumed, or in use by
  /// another process; a state that cannot be read or belongs to other options.
  static llvm::Expected<std::unique_ptr<RecipeTrainer>>
  create(Recipe recipe, const RecipePrograms &programs,
         std::vector<std::shared_ptr<Execution>> executions,
         RecipeOptions options, const MachineFeatures &machine, RecipeRun run);
  ~RecipeTrainer();

  /// The iteration of agent.pt; 0 before the first.
  unsigned bestIteration() const;
  /// The numbers of threads of its executions, in their order.
  std::vector<unsigned> threads() const;
  /// True once all rounds are done.
  bool finished() const;
  /// Number of programs that were skipped because their untransformed form has
  /// no timing, counted once per number of threads, and the reason for the
  /// first.
  unsigned programsWithoutTime() const;
  const std::string &firstWithoutTime() const;

  using Progress = std::function<bool(const RecipeMetrics &)>;
  /// Continues training until all rounds are done, a budget is spent or the
  /// caller stops. Calls `progress` after each iteration, which stops training
  /// by returning false. Errors: those of the execution and of
  /// ImitationTrainer; the state remains.
  llvm::Error train(const Progress &progress = nullptr);

private:
  RecipeTrainer();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_RECIPETRAINER_H
