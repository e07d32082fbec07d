//===- agents/ppo/Ppo.h - PPO in LibTorch, without its headers --*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_PPO_H
#define MLIRGYM_AGENTS_PPO_PPO_H

#include "agents/Agent.h"
#include "env/VectorEnv.h"
#include <functional>
#include <memory>
#include <string>

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
  /// Evaluate and save after so many iterations.
  unsigned saveEvery = 10;
  unsigned torchThreads = 1;
};

/// What one iteration did; one line of metrics.jsonl.
struct PpoMetrics {
  unsigned iteration = 0;
  uint64_t steps = 0, episodes = 0;
  double meanReturn = 0, meanSpeedup = 0, bestSpeedup = 0;
  double policyLoss = 0, valueLoss = 0, entropy = 0, approxKl = 0, clipFraction = 0,
         explainedVariance = 0;
  double rolloutSeconds = 0, updateSeconds = 0;
  std::string toJson() const;
};

/// Trains a policy and value net over a VectorEnv's observations.
class PpoTrainer {
public:
  /// `outDir` receives `metrics.jsonl`, `checkpoint.pt` and `config.json`.
  /// `resume`: continues exactly (weights, optimiser, RNG, counters, environment
  /// snapshots). Errors: text naming the file.
  static llvm::Expected<std::unique_ptr<PpoTrainer>>
  create(std::shared_ptr<const ProgramPool> pool, std::shared_ptr<Execution> execution,
         EnvOptions env, PpoOptions options, llvm::StringRef outDir, bool resume = false);
  ~PpoTrainer();

  using Progress = std::function<bool(const PpoMetrics &)>;
  /// Runs up to options.iterations; `progress` after each, false to stop.
  llvm::Error train(Progress progress = nullptr);
  llvm::Error save();

private:
  PpoTrainer();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// A trained policy as an Agent: the greedy schedule first, then samples from the
/// policy within the budget. Errors: a file that is no checkpoint, or one of
/// another observation version or encoding.
llvm::Expected<std::unique_ptr<Agent>> loadPolicy(llvm::StringRef checkpoint);
/// "2.13.0".
std::string libTorchVersion();
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PPO_H
