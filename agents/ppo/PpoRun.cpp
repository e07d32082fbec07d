#include "agents/ppo/PpoRun.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/PolicySpec.h"
#include "agents/policy/TrainedPolicy.h"
#include "agents/policy/TrainingFolder.h"
#include "agents/policy/nets/Guarded.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/ppo/Ppo.h"
#include "agents/ppo/PpoConfig.h"
#include "agents/ppo/PpoLearner.h"
#include "env/Env.h"
#include "env/VectorEnv.h"
#include "execution/Execution.h"
#include "observation/ActionEncoding.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

namespace {
/// Options that a resumed training may change; all others influence its result.
constexpr llvm::StringRef mayChange[] = {"iterations", "save_every",
                                         "torch_threads"};

/// File names may contain any bytes, but JSON is UTF-8.
Json programKeys(const ProgramPool *pool) {
  Json keys = Json::array();
  if (!pool)
    return keys;
  for (const auto &program : pool->programs)
    keys.push_back(llvm::json::fixUTF8(program->name()) + " " +
                   program->key().hex());
  return keys;
}
} // namespace

PpoRun::PpoRun(std::shared_ptr<const ProgramPool> programs,
               std::shared_ptr<Execution> timings, EnvOptions environment,
               PpoOptions ppo, TrainingFolder outDir, VectorEnv environments,
               EncodingKind actions)
    : pool(std::move(programs)), execution(std::move(timings)),
      envOptions(std::move(environment)), options(std::move(ppo)),
      folder(std::move(outDir)), env(std::move(environments)),
      rollout(env, options.rolloutSteps), observer(pool, envOptions),
      encoding(actions), random(options.seed),
      experience(pool->programs.size(), options),
      entropy(options.entropyCoefficient, options.targetEntropy),
      underWay(options.numEnvs) {}

llvm::Expected<std::unique_ptr<PpoRun>>
PpoRun::create(std::shared_ptr<const ProgramPool> programs,
               std::shared_ptr<Execution> execution, EnvOptions environment,
               PpoOptions ppo, llvm::StringRef outDir, PpoStart start) {
  MLIRGYM_TRY(VectorEnv environments,
              VectorEnv::create(programs, execution,
                                {.env = environment,
                                 .numEnvs = ppo.numEnvs,
                                 .autoreset = AutoresetMode::SameStep}));
  const std::optional<EncodingKind> encoding =
      kindOf(environments.env(0).encoding());
  if (!encoding)
    return llvm::createStringError(
        "ppo: policies choose in the flat or in the joint encoding; set the "
        "environment's actions to FlatActions::create or "
        "JointActions::create");
  MLIRGYM_TRY(TrainingFolder folder, TrainingFolder::open(outDir));
  auto made = std::make_unique<PpoRun>(
      std::move(programs), std::move(execution), std::move(environment),
      std::move(ppo), std::move(folder), std::move(environments), *encoding);
  PpoRun &run = *made;
  if (start.validation && !start.validation->programs.empty()) {
    run.validation = std::move(start.validation);
    run.evaluation.emplace(run.validation, run.execution, run.envOptions);
  }
  MLIRGYM_TRY_TO(start.resume ? run.resume() : run.begin(start.from));
  return made;
}

PolicySpec PpoRun::policySpec() const {
  return {.agent = "ppo",
          .actions = encoding,
          .encoding = envOptions.encoding,
          .state = envOptions.state,
          .machine = envOptions.machine,
          .net = net};
}

llvm::Error PpoRun::makeLearner(NetOptions netOptions) {
  net = std::move(netOptions);
  return PpoLearner::create({env.observationSpec(), env.numActions(),
                             envOptions.encoding.kinds},
                            options, net, env.actionDimensions())
      .moveInto(learner);
}

llvm::Error PpoRun::begin(llvm::StringRef from) {
  MLIRGYM_TRY_TO(folder.checkUnused());
  MLIRGYM_TRY_TO(from.empty() ? makeLearner({.hidden = options.hidden})
                              : startFrom(from));
  env.reset(options.seed);
  MLIRGYM_TRY_TO(writeConfig());
  return writeAtomically(folder.metrics(), "");
}

llvm::Error PpoRun::startFrom(llvm::StringRef path) {
  MLIRGYM_TRY(SavedPolicy saved, readSavedPolicy(path));
  const PolicySpec &then = saved.spec;
  return guarded(path, [&]() -> llvm::Error {
    const Json now = toJson(policySpec()), before = toJson(then);
    for (const char *part : {"actions", "encoding", "observation"})
      if (now.at(part) != before.at(part))
        return llvm::createStringError(
            path.str() + ": belongs to another encoding or observation: " +
            firstDifference({{part, now.at(part)}}, {{part, before.at(part)}}) +
            "; start from a checkpoint with the same");
    if (llvm::Error error = makeLearner(then.net))
      return inFile(path, std::move(error));
    return inFile(path, learner->restorePolicy(saved.weights));
  });
}

llvm::Error PpoRun::resume() {
  const std::string path = folder.checkpoint();
  MLIRGYM_TRY(Checkpoint read, readCheckpoint(path));
  if (llvm::Error error = guarded(path, [&]() -> llvm::Error {
        MLIRGYM_TRY_TO(matches(read.facts));
        llvm::Expected<PolicySpec> then =
            policySpecFromJson(read.facts.at("policy"));
        if (!then)
          return inFile(path, then.takeError());
        if (llvm::Error error = makeLearner(then->net))
          return inFile(path, std::move(error));
        return inFile(path, takeOver(read));
      }))
    return error;
  MLIRGYM_TRY_TO(folder.forgetMetricsAfter("iteration", iteration));
  return writeConfig();
}

Json PpoRun::config() const {
  Json environment = toJson(envOptions);
  environment["actions"] = nameOf(encoding).str();
  return {{"ppo", toJson(options)},
          {"env", std::move(environment)},
          {"observation", toJson(env.observationSpec())},
          {"libtorch", libTorchVersion()},
          {"programs", programKeys(pool.get())},
          {"validation", programKeys(validation.get())}};
}

llvm::Error PpoRun::matches(const Json &facts) const {
  const Json now = config();
  const Json &then = facts.at("config");
  std::string difference =
      firstDifference(now.at("ppo"), then.at("ppo"), mayChange);
  for (const char *part : {"env", "observation"})
    if (difference.empty())
      difference = firstDifference(now.at(part), then.at(part));
  if (difference.empty() && now.at("programs") != then.at("programs"))
    difference = "the programs differ";
  if (difference.empty() && now.at("validation") != then.at("validation"))
    difference = "the validation programs differ";
  if (difference.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      folder.checkpoint() + ": cannot be resumed: " + difference +
      "; resume with the options in its config.json, or train in another "
      "folder");
}

llvm::Error PpoRun::takeOver(const Checkpoint &checkpoint) {
  const Json &facts = checkpoint.facts;
  MLIRGYM_TRY_TO(learner->restore(checkpoint.arrays));
  MLIRGYM_TRY_TO(random.restore(facts.at("random").get<std::string>()));
  facts.at("iteration").get_to(iteration);
  facts.at("steps").get_to(steps);
  facts.at("best_validation").get_to(bestValidation);
  entropy.restore(facts.at("entropy"));
  MLIRGYM_TRY_TO(experience.restore(facts.at("experience")));
  const Json &environments = facts.at("environments");
  if (environments.size() != env.size())
    return llvm::createStringError("another number of environments");
  for (unsigned i = 0; i < env.size(); ++i) {
    const Json &saved = environments[i];
    saved.at("return").get_to(underWay[i].returnSoFar);
    saved.at("decisions").get_to(underWay[i].decisions);
    MLIRGYM_TRY_TO(env.env(i).restore(
        llvm::fromHex(saved.at("snapshot").get<std::string>())));
  }
  return llvm::Error::success();
}

llvm::Error PpoRun::writeConfig() const {
  return writeAtomically(folder.config(), config().dump(2) + "\n");
}

llvm::Expected<Checkpoint> PpoRun::checkpoint() {
  MLIRGYM_TRY(std::vector<NamedArray> arrays, learner->arrays());
  Json environments = Json::array();
  for (unsigned i = 0; i < env.size(); ++i)
    environments.push_back(
        {{"return", underWay[i].returnSoFar},
         {"decisions", underWay[i].decisions},
         {"snapshot", llvm::toHex(env.env(i).snapshot(), /*LowerCase=*/true)}});
  Checkpoint checkpoint;
  checkpoint.facts = {{"policy", toJson(policySpec())},
                      {"config", config()},
                      {"iteration", iteration},
                      {"steps", steps},
                      {"best_validation", bestValidation},
                      {"random", random.state()},
                      {"entropy", entropy.state()},
                      {"experience", experience.state()},
                      {"environments", std::move(environments)}};
  checkpoint.arrays = std::move(arrays);
  return checkpoint;
}

llvm::Error PpoRun::save(const std::string &path) {
  return guarded(path, [&]() -> llvm::Error {
    MLIRGYM_TRY(Checkpoint now, checkpoint());
    return writeCheckpoint(path, now);
  });
}
