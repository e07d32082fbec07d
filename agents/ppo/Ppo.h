//===- agents/ppo/Ppo.h - PPO in LibTorch, without its headers --*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_PPO_H
#define MLIRGYM_AGENTS_PPO_PPO_H

#include "agents/policy/TrainedPolicy.h" // IWYU pragma: export
#include "env/Env.h"
#include "env/VectorEnv.h" // IWYU pragma: export
#include "execution/Execution.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Schulman et al., Proximal Policy Optimization, arXiv:1707.06347; GAE:
/// arXiv:1506.02438; invalid action masking: arXiv:2006.14171.
struct PpoOptions {
  uint64_t seed = 0;
  unsigned iterations = 100;
  /// Rollout length in steps per environment, and number of environments.
  unsigned rolloutSteps = 16, numEnvs = 16;
  unsigned epochs = 8, minibatch = 256;
  double learningRate = 1e-3, clipRange = 0.2, gamma = 1.0, gaeLambda = 0.95;
  /// Weight of the entropy bonus. With a target, this is the initial weight,
  /// adapted after every iteration so that the entropy stays at targetEntropy
  /// (nats per decision, see PpoMetrics) as long as rollouts find new
  /// schedules. targetEntropy 0: no target.
  double entropyCoefficient = 0.03, targetEntropy = 0.4;
  /// Passes over a rollout end once the KL divergence of the policy exceeds 1.5
  /// times this (nats); 0: no limit.
  double targetKl = 0.03;
  double valueCoefficient = 0.5, maxGradNorm = 0.5;
  /// Separate passes of the value network over a rollout; 0: it takes part in
  /// the passes of the policy network.
  unsigned valueEpochs = 0;
  /// Probability that a decision is drawn uniformly from the legal ones instead
  /// of from the policy.
  double epsilon = 0;
  /// Returns are expressed as differences to the running mean of their program,
  /// in units of its standard deviation.
  bool returnsPerProgram = true;
  /// All epochs run if at least this share of a rollout's episodes have new
  /// schedules; otherwise proportionally fewer, at least one. 0: always all.
  double fullEpochsShare = 0.2;
  /// Number of best schedules per program that are imitated in addition to the
  /// loss of PPO, and the weight of that loss; 0: none.
  unsigned reuseExperience = 8;
  double imitationCoefficient = 0.5;
  /// Iterations between evaluations on PpoStart::validation; 0: none.
  unsigned evaluateEvery = 10;
  /// Widths of the hidden layers of the policy and the value network.
  std::vector<unsigned> hidden = {256, 256};
  /// Save after this many iterations, after half a minute, and at the end.
  unsigned saveEvery = 10;
  /// Threads of LibTorch, for the whole process; kernels have their own.
  unsigned torchThreads = 1;
};

/// Metrics of one iteration; one line of metrics.jsonl.
struct PpoMetrics {
  /// Iterations, steps of environments and episodes since training began,
  /// inclusive. A step is a decision, in the joint encoding a whole action.
  unsigned iteration = 0;
  uint64_t steps = 0, episodes = 0;
  /// Over the episodes that ended in this iteration: mean undiscounted return;
  /// geometric mean of the measured speedups. 0 if no episode ended.
  double meanReturn = 0, meanSpeedup = 0;
  /// Best speedup since training began; geometric mean over the programs of the
  /// best speedup of each (1 for a program without a faster schedule).
  double bestSpeedup = 0, meanBestSpeedup = 0;
  /// In this iteration: number of schedules with a timing or a failure that
  /// this training had not drawn before, and of kernels that were measured
  /// because their timing was not yet stored.
  uint64_t newMeasurements = 0, measured = 0;
  /// Number of different schedules among the last hundred episodes, per
  /// hundred.
  double distinctSchedules = 0;
  /// Means over all minibatches; entropy in nats per decision. An action of the
  /// joint encoding counts as one decision per entry with several legal
  /// choices.
  double policyLoss = 0, valueLoss = 0, imitationLoss = 0, entropy = 0,
         approxKl = 0, clipFraction = 0, explainedVariance = 0;
  /// Weight of the entropy bonus, and number of passes begun.
  double entropyCoefficient = 0;
  unsigned epochs = 0;
  /// Geometric mean of the speedups of one greedy rollout on each validation
  /// program; only after iterations that end with an evaluation.
  std::optional<double> validationSpeedup;
  double rolloutSeconds = 0, updateSeconds = 0, evaluationSeconds = 0;
  /// One line, keys in snake_case; members without a value are omitted.
  std::string toJson() const;
};

/// The start of a training.
struct PpoStart {
  /// Continues the training in the folder exactly.
  bool resume = false;
  /// A checkpoint of PPO or of another trainer; a new training starts from its
  /// policy network, with the same kind of network and layers. It must have the
  /// same observation and encoding. "": random weights.
  std::string from = {};
  /// Programs to evaluate on; null: no evaluation.
  std::shared_ptr<const ProgramPool> validation = nullptr;
};

/// Trains a policy and a value network on a VectorEnv, in the flat or in the
/// joint encoding (EnvOptions::actions). The same options, programs and timings
/// give bitwise equal weights on one machine.
class PpoTrainer {
public:
  /// Writes `metrics.jsonl` (one line per iteration), `checkpoint.pt`
  /// (completely or not at all) and `config.json` to `outDir`; after the best
  /// evaluation so far also `best.pt`, a checkpoint. `start.resume` continues
  /// exactly (weights, optimiser, random numbers, counters, experience,
  /// environments) and drops the metrics of iterations after the checkpoint;
  /// only `iterations`, `saveEvery` and `torchThreads` may differ. With one
  /// thread and the default env.encoding.kinds the parallel actions are
  /// excluded; env.machine.threads becomes that of the execution. The folder is
  /// locked while the trainer exists (file `lock`). Errors: text naming the
  /// file or option; those of VectorEnv::create(); too little memory; a folder
  /// with a training run, unless resumed, or in use by another process.
  static llvm::Expected<std::unique_ptr<PpoTrainer>>
  create(std::shared_ptr<const ProgramPool> pool,
         std::shared_ptr<Execution> execution, EnvOptions env,
         PpoOptions options, llvm::StringRef outDir, PpoStart start = {});
  ~PpoTrainer();

  using Progress = std::function<bool(const PpoMetrics &)>;
  /// Runs up to options.iterations, including iterations before a resume, and
  /// calls `progress` after each, which stops training by returning false.
  /// Saves at the end in any case; if ExecutionOptions::interrupted ends an
  /// iteration, it saves the state before that iteration. Errors: those of
  /// Execution, a full disk, weights or gradients that are not finite; the last
  /// checkpoint remains. After a failed iteration train() and save() only
  /// return an error.
  llvm::Error train(const Progress &progress = nullptr);
  /// Writes `checkpoint.pt`. Errors: a full disk, a failed iteration.
  llvm::Error save();

private:
  PpoTrainer();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PPO_H
