#include "agents/ppo/PpoConfig.h"
#include "agents/policy/JsonMembers.h"
#include "agents/policy/PolicySpec.h"
#include "agents/ppo/Ppo.h"
#include "env/Env.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

using namespace mlirgym;
using Json = nlohmann::ordered_json;

Json mlirgym::toJson(const PpoOptions &options) {
  Json json;
  visitPpoOptions(options, MemberWriter{json});
  return json;
}

Json mlirgym::toJson(const EnvOptions &options) {
  const RewardOptions &reward = options.reward;
  return {{"encoding", toJson(options.encoding)},
          {"state", {{"max_actions_per_op", options.state.maxActionsPerOp}}},
          {"reward",
           {{"immediate", reward.when == RewardOptions::When::Immediate},
            {"counter", reward.counter},
            {"base", reward.base},
            {"illegal_action", reward.illegalAction},
            {"failure", reward.failure},
            {"not_cached", reward.notCached}}},
          {"machine", toJson(options.machine)},
          {"max_decisions", options.maxDecisions}};
}

llvm::Error mlirgym::check(const PpoOptions &options) {
  auto bad = [](llvm::StringRef what) {
    return llvm::createStringError("ppo: " + what.str());
  };
  if (options.numEnvs == 0 || options.rolloutSteps == 0)
    return bad("num_envs and rollout_steps are 0; both must be positive");
  if (options.minibatch == 0 || options.epochs == 0)
    return bad("minibatch and epochs are 0; both must be positive");
  if (!(options.learningRate > 0) || !(options.clipRange > 0) ||
      !(options.maxGradNorm > 0))
    return bad("learning_rate, clip_range and max_grad_norm must be positive");
  for (double share : {options.gamma, options.gaeLambda, options.epsilon,
                       options.fullEpochsShare})
    if (!(share >= 0 && share <= 1))
      return bad("gamma, gae_lambda, epsilon and full_epochs_share must lie in "
                 "[0, 1]");
  for (double notNegative :
       {options.targetEntropy, options.targetKl, options.imitationCoefficient})
    if (!(notNegative >= 0))
      return bad("target_entropy, target_kl and imitation_coefficient must not "
                 "be negative");
  if (llvm::is_contained(options.hidden, 0u))
    return bad("a hidden layer of width 0 passes nothing on; leave it out");
  return llvm::Error::success();
}
