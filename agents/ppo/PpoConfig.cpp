#include "agents/ppo/PpoConfig.h"

using namespace mlirgym;
using Json = nlohmann::ordered_json;

namespace {
/// Calls `member(name, value)` for each member: reading and writing share one
/// list of names.
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
  member("value_coefficient", options.valueCoefficient);
  member("max_grad_norm", options.maxGradNorm);
  member("hidden", options.hidden);
  member("save_every", options.saveEvery);
  member("torch_threads", options.torchThreads);
}

template <typename Options, typename Member>
void visitReward(Options &options, Member member) {
  member("base", options.base);
  member("illegal_action", options.illegalAction);
  member("failure", options.failure);
  member("not_cached", options.notCached);
}

struct Write {
  Json &json;
  template <typename T> void operator()(const char *name, const T &value) {
    json[name] = value;
  }
};

struct Read {
  const Json &json;
  template <typename T> void operator()(const char *name, T &value) {
    json.at(name).get_to(value);
  }
};
} // namespace

Json mlirgym::toJson(const PpoOptions &options) {
  Json json;
  visitPpo(options, Write{json});
  return json;
}

Json mlirgym::toJson(const EnvOptions &options) {
  Json json;
  json["encoding"] = toJson(options.encoding);
  json["state"]["max_actions_per_op"] = options.state.maxActionsPerOp;
  Json &reward = json["reward"];
  reward["immediate"] = options.reward.when == RewardOptions::When::Immediate;
  visitReward(options.reward, Write{reward});
  json["machine"] = toJson(options.machine);
  json["max_decisions"] = options.maxDecisions;
  return json;
}

PpoOptions mlirgym::ppoOptionsFromJson(const Json &json) {
  PpoOptions options;
  visitPpo(options, Read{json});
  return options;
}

EnvOptions mlirgym::envOptionsFromJson(const Json &json) {
  EnvOptions options;
  options.encoding = encodingOptionsFromJson(json.at("encoding"));
  json.at("state")
      .at("max_actions_per_op")
      .get_to(options.state.maxActionsPerOp);
  const Json &reward = json.at("reward");
  options.reward.when = reward.at("immediate").get<bool>()
                            ? RewardOptions::When::Immediate
                            : RewardOptions::When::AtEnd;
  visitReward(options.reward, Read{reward});
  options.machine = machineFeaturesFromJson(json.at("machine"));
  json.at("max_decisions").get_to(options.maxDecisions);
  return options;
}
