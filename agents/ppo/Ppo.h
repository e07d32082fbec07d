//===- agents/ppo/Ppo.h - PPO in LibTorch, without its headers --*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_PPO_H
#define MLIRGYM_AGENTS_PPO_PPO_H

#include "agents/Agent.h"
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
  /// Rollout length in decisions of each environment, and environments.
  unsigned rolloutSteps = 128, numEnvs = 16;
  unsigned epochs = 4, minibatch = 256;
  double learningRate = 3e-4, clipRange = 0.2, gamma = 1.0, gaeLambda = 0.95;
  double entropyCoefficient = 0.01, valueCoefficient = 0.5, maxGradNorm = 0.5;
  /// Hidden layers of the policy net and of the value net.
  std::vector<unsigned> hidden = {256, 256};
  /// Save after so many iterations, after half a minute, and at the end.
  unsigned saveEvery = 10;
  /// Of LibTorch, for the whole process; kernels have threads of their own.
  unsigned torchThreads = 1;
};

/// What one iteration did; one line of metrics.jsonl.
struct PpoMetrics {
  /// Iterations, decisions and episodes since training began, this one counted.
  unsigned iteration = 0;
  uint64_t steps = 0, episodes = 0;
  /// Of the episodes that ended in this iteration: mean undiscounted return;
  /// geometric mean of the speedups that have a timing. 0 if there is none.
  double meanReturn = 0, meanSpeedup = 0;
  /// Best since training began.
  double bestSpeedup = 0;
  /// Means over all minibatches; entropy in nats a decision.
  double policyLoss = 0, valueLoss = 0, entropy = 0, approxKl = 0,
         clipFraction = 0, explainedVariance = 0;
  double rolloutSeconds = 0, updateSeconds = 0;
  /// One line, keys in snake_case.
  std::string toJson() const;
};

/// Trains a policy and value net over a VectorEnv's observations. The same
/// options, programs and timings give bitwise the same weights on one machine.
class PpoTrainer {
public:
  /// `outDir` receives `metrics.jsonl` (a line an iteration), `checkpoint.pt`
  /// (written whole or not at all) and `config.json`. `resume`: continues
  /// exactly (weights, optimiser, random numbers, counters, environments) and
  /// drops the metrics of iterations after the checkpoint. Only `iterations`,
  /// `saveEvery` and `torchThreads` may differ then. With one thread, and
  /// env.encoding.kinds as it is by default, the parallel actions are left out;
  /// env.machine.threads becomes the execution's. The folder is locked while
  /// the trainer lives (file `lock`). Errors: text naming the file
  /// or option; those of VectorEnv::create(); too little memory; a folder that
  /// holds a training, unless resumed, or in which another process trains.
  static llvm::Expected<std::unique_ptr<PpoTrainer>>
  create(std::shared_ptr<const ProgramPool> pool,
         std::shared_ptr<Execution> execution, EnvOptions env,
         PpoOptions options, llvm::StringRef outDir, bool resume = false);
  ~PpoTrainer();

  using Progress = std::function<bool(const PpoMetrics &)>;
  /// Runs up to options.iterations, those before a resume counted; `progress`
  /// after each, false to stop. Saves at the end, however it came; where
  /// ExecutionOptions::interrupted ends it in the middle of an iteration, as it
  /// was before that. Errors:
  /// those of Execution, a full disk, weights or gradients that are not finite
  /// any more; the last checkpoint then stands. After an iteration that failed
  /// train() and save() do nothing but say so.
  llvm::Error train(const Progress &progress = nullptr);
  /// Writes `checkpoint.pt`. Errors: a full disk, an iteration that failed.
  llvm::Error save();

private:
  PpoTrainer();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// A trained policy as an Agent named "ppo": the greedy schedule first, then
/// samples from the policy within the budget. Encoding and state options are
/// those it was trained with, whatever SearchOptions say. Errors: text naming
/// the file and saying whether it cannot be read, is no checkpoint, is damaged,
/// or belongs to another observation version or encoding.
llvm::Expected<std::unique_ptr<Agent>> loadPolicy(llvm::StringRef checkpoint);
/// "2.13.0".
std::string libTorchVersion();
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PPO_H
