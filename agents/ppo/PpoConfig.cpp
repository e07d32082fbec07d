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

namespace {
/// Calls `member(name, value)` for each member.
template <typename Options, typename Member>
void visitPpo(Options &options, Member member) {
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

template <typename Options, typename Member>
void visitReward(Options &options, Member member) {
  member("counter", options.counter);
  member("base", options.base);
  member("illegal_action", options.illegalAction);
  member("failure", options.failure);
  member("not_cached", options.notCached);
}
} // namespace

Json mlirgym::toJson(const PpoOptions &options) {
  Json json;
  visitPpo(options, MemberWriter{json});
  return json;
}

Json mlirgym::toJson(const EnvOptions &options) {
  Json json;
  json["encoding"] = toJson(options.encoding);
  json["state"]["max_actions_per_op"] = options.state.maxActionsPerOp;
  Json &reward = json["reward"];
  reward["immediate"] = options.reward.when == RewardOptions::When::Immediate;
  visitReward(options.reward, MemberWriter{reward});
  json["machine"] = toJson(options.machine);
  json["max_decisions"] = options.maxDecisions;
  return json;
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
