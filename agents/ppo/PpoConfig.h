//===- agents/ppo/PpoConfig.h - Options as JSON -----------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_PPOCONFIG_H
#define MLIRGYM_AGENTS_PPO_PPOCONFIG_H

#include "agents/ppo/Ppo.h"
#include "env/Env.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json.hpp>

namespace mlirgym {

/// Calls member(name, value) for each option.
template <typename Options, typename Member>
void visitPpoOptions(Options &options, Member member) {
  member("seed", options.seed);
  member("iterations", options.iterations);
  member("rollout_steps", options.rolloutSteps);
  member("num_envs", options.numEnvs);
  member("epochs", options.epochs);
  member("minibatch", options.minibatch);
  member("learning_rate", options.learningRate);
  member("clip_range", options.clipRange);
  member("gamma", options.gamma);
  member("gae_lambda", options.gaeLambda);
  member("entropy_coefficient", options.entropyCoefficient);
  member("target_entropy", options.targetEntropy);
  member("target_kl", options.targetKl);
  member("value_coefficient", options.valueCoefficient);
  member("max_grad_norm", options.maxGradNorm);
  member("value_epochs", options.valueEpochs);
  member("epsilon", options.epsilon);
  member("returns_per_program", options.returnsPerProgram);
  member("full_epochs_share", options.fullEpochsShare);
  member("reuse_experience", options.reuseExperience);
  member("imitation_coefficient", options.imitationCoefficient);
  member("evaluate_every", options.evaluateEvery);
  member("hidden", options.hidden);
  member("save_every", options.saveEvery);
  member("torch_threads", options.torchThreads);
}

/// All members in snake_case, except EnvOptions::actions, a function.
/// config.json and checkpoints contain these objects.
nlohmann::ordered_json toJson(const PpoOptions &options);
nlohmann::ordered_json toJson(const EnvOptions &options);

/// Errors: text naming the option with an invalid value.
llvm::Error check(const PpoOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PPOCONFIG_H
