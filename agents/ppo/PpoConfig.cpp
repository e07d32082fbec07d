#include "agents/ppo/PpoConfig.h"
#include "llvm/ADT/STLExtras.h"

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
void visitEncoding(Options &options, Member member) {
  member("max_loops", options.maxLoops);
  member("kinds", options.kinds);
}

template <typename Options, typename Member>
void visitReward(Options &options, Member member) {
  member("base", options.base);
  member("illegal_action", options.illegalAction);
  member("failure", options.failure);
  member("not_cached", options.notCached);
}

template <typename Options, typename Member>
void visitMachine(Options &options, Member member) {
  member("threads", options.threads);
  member("vector_bits", options.vectorBits);
  member("l1_bytes", options.l1Bytes);
  member("l2_bytes", options.l2Bytes);
  member("l3_bytes", options.l3Bytes);
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
  Json &encoding = json["encoding"];
  encoding["tile_sizes"] = std::vector<int64_t>(
      options.encoding.tileSizes.begin(), options.encoding.tileSizes.end());
  visitEncoding(options.encoding, Write{encoding});
  json["state"]["max_actions_per_op"] = options.state.maxActionsPerOp;
  Json &reward = json["reward"];
  reward["immediate"] = options.reward.when == RewardOptions::When::Immediate;
  visitReward(options.reward, Write{reward});
  visitMachine(options.machine, Write{json["machine"]});
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
  const Json &encoding = json.at("encoding");
  const auto sizes = encoding.at("tile_sizes").get<std::vector<int64_t>>();
  options.encoding.tileSizes.assign(sizes.begin(), sizes.end());
  visitEncoding(options.encoding, Read{encoding});
  json.at("state")
      .at("max_actions_per_op")
      .get_to(options.state.maxActionsPerOp);
  const Json &reward = json.at("reward");
  options.reward.when = reward.at("immediate").get<bool>()
                            ? RewardOptions::When::Immediate
                            : RewardOptions::When::AtEnd;
  visitReward(options.reward, Read{reward});
  visitMachine(options.machine, Read{json.at("machine")});
  json.at("max_decisions").get_to(options.maxDecisions);
  return options;
}

std::string mlirgym::firstDifference(const Json &now, const Json &saved,
                                     llvm::ArrayRef<llvm::StringRef> ignored) {
  for (const auto &[name, value] : now.items()) {
    if (llvm::is_contained(ignored, llvm::StringRef(name)))
      continue;
    const auto found = saved.find(name);
    if (found == saved.end())
      return name + " is not in it";
    if (value.is_object() && found->is_object()) {
      if (std::string inner = firstDifference(value, *found); !inner.empty())
        return name + "." + inner;
    } else if (*found != value) {
      return name + " is " + found->dump() + " there, " + value.dump() + " now";
    }
  }
  return "";
}
