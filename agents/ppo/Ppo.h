//===- agents/ppo/Ppo.h - PPO in LibTorch, without its headers --*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_PPO_H
#define MLIRGYM_AGENTS_PPO_PPO_H

#include "agents/policy/TrainedPolicy.h"
#include "env/VectorEnv.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// Schulman et al., Proximal Policy Optimization, arXiv:1707.06347; GAE:
/// arXiv:1506.02438; invalid action masking: arXiv:2006.14171.
struct PpoOptions {
  uint64_t seed = 0;
  unsigned iterations = 100;
  /// Rollout length in decisions per environment, and number of environments.
  unsigned rolloutSteps = 128, numEnvs = 16;
  unsigned epochs = 4, minibatch = 256;
  double learningRate = 3e-4, clipRange = 0.2, gamma = 1.0, gaeLambda = 0.95;
  double entropyCoefficient = 0.01, valueCoefficient = 0.5, maxGradNorm = 0.5;
  /// Widths of the hidden layers of the policy and the value network.
  std::vector<unsigned> hidden = {256, 256};
  /// Save after this many iterations, after half a minute, and at the end.
  unsigned saveEvery = 10;
  /// Threads of LibTorch, for the whole process; kernels have their own.
  unsigned torchThreads = 1;
};

/// Metrics of one iteration; one line of metrics.jsonl.
struct PpoMetrics {
  /// Iterations, decisions and episodes since training began, inclusive.
  unsigned iteration = 0;
  uint64_t steps = 0, episodes = 0;
  /// Over the episodes that ended in this iteration: mean undiscounted return;
  /// geometric mean of the measured speedups. 0 if there are none.
  double meanReturn = 0, meanSpeedup = 0;
  /// Best speedup since training began.
  double bestSpeedup = 0;
  /// Means over all minibatches; entropy in nats per decision.
  double policyLoss = 0, valueLoss = 0, entropy = 0, approxKl = 0,
         clipFraction = 0, explainedVariance = 0;
  double rolloutSeconds = 0, updateSeconds = 0;
  /// One line, keys in snake_case.
  std::string toJson() const;
};

/// Trains a policy and a value network on a VectorEnv. The same options,
/// programs and timings give bitwise equal weights on one machine.
class PpoTrainer {
public:
  /// Writes `metrics.jsonl` (one line per iteration), `checkpoint.pt`
  /// (completely or not at all) and `config.json` to `outDir`. `resume`:
  /// continues exactly (weights, optimiser, random numbers, counters,
  /// environments) and drops the metrics of iterations after the checkpoint;
  /// only `iterations`, `saveEvery` and `torchThreads` may differ. With one
  /// thread and the default env.encoding.kinds the parallel actions are
  /// excluded; env.machine.threads becomes that of the execution. The folder is
  /// locked while the trainer exists (file `lock`). Errors: text naming the
  /// file or option; those of VectorEnv::create(); too little memory; a folder
  /// with a training run, unless resumed, or in which another process trains.
  static llvm::Expected<std::unique_ptr<PpoTrainer>>
  create(std::shared_ptr<const ProgramPool> pool,
         std::shared_ptr<Execution> execution, EnvOptions env,
         PpoOptions options, llvm::StringRef outDir, bool resume = false);
  ~PpoTrainer();

  using Progress = std::function<bool(const PpoMetrics &)>;
  /// Runs up to options.iterations, including those before a resume, and
  /// calls `progress` after each; false stops. Saves at the end in any
  /// case; if ExecutionOptions::interrupted ends it during an iteration,
  /// the state before that iteration. Errors: those of Execution, a full
  /// disk, weights or gradients that are not finite; the last checkpoint
  /// remains. After a failed iteration train() and save() only return an
  /// error.
  llvm::Error train(const Progress &progress = nullptr);
  /// Writes `checkpoint.pt`. Errors: a full disk, an iteration that failed.
  llvm::Error save();

private:
  PpoTrainer();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PPO_H
