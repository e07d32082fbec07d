#include "agents/ppo/Checkpoint.h"
#include "agents/ppo/FolderLock.h"
#include "agents/ppo/Guarded.h"
#include "agents/ppo/PpoConfig.h"
#include "agents/ppo/Rollout.h"
#include "agents/search/SearchSpace.h"
#include "execution/outcome/StopCheck.h"
#include "program/AtomicFile.h"
#include "program/RegularFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <cmath>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

namespace {
/// What a resumed training may set anew; everything else decides what it does.
constexpr llvm::StringRef mayChange[] = {"iterations", "save_every",
                                         "torch_threads"};

/// Live iterations take minutes: what a kill may lose is bounded in time, too.
constexpr double saveSeconds = 30;

std::string inFolder(llvm::StringRef folder, llvm::StringRef file) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, file);
  return path.str().str();
}

llvm::Error checkOptions(const ProgramPool *pool, const Execution *execution,
                         const PpoOptions &options) {
  auto bad = [](llvm::StringRef what) {
    return llvm::createStringError("ppo: " + what.str());
  };
  if (!pool || pool->programs.empty())
    return bad("there is no program to train on; give at least one");
  if (!execution)
    return bad("there is no execution to ask for timings");
  if (options.numEnvs == 0 || options.rolloutSteps == 0)
    return bad("num_envs and rollout_steps are 0; both must be positive");
  if (options.minibatch == 0 || options.epochs == 0)
    return bad("minibatch and epochs are 0; both must be positive");
  if (!(options.learningRate > 0) || !(options.clipRange > 0) ||
      !(options.maxGradNorm > 0))
    return bad("learning_rate, clip_range and max_grad_norm must be positive");
  if (!(options.gamma >= 0 && options.gamma <= 1) ||
      !(options.gaeLambda >= 0 && options.gaeLambda <= 1))
    return bad("gamma and gae_lambda must lie in [0, 1]");
  if (llvm::is_contained(options.hidden, 0u))
    return bad("a hidden layer of width 0 passes nothing on; leave it out");
  return llvm::Error::success();
}

llvm::Error makeFolder(llvm::StringRef path) {
  if (std::error_code code = llvm::sys::fs::create_directories(path))
    return llvm::createStringError(
        code, "%s: the folder cannot be made: %s; choose another",
        path.str().c_str(), code.message().c_str());
  return llvm::Error::success();
}

/// A file may be called anything; JSON takes UTF-8 only.
Json programKeys(const ProgramPool &pool) {
  Json keys = Json::array();
  for (const auto &program : pool.programs)
    keys.push_back(llvm::json::fixUTF8(program->name()) + " " +
                   program->key().hex());
  return keys;
}

class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         started)
        .count();
  }

private:
  std::chrono::steady_clock::time_point started =
      std::chrono::steady_clock::now();
};
} // namespace

struct PpoTrainer::Impl {
  Impl(std::shared_ptr<const ProgramPool> programs,
       std::shared_ptr<Execution> timings, EnvOptions environment,
       PpoOptions ppo, llvm::StringRef folder, VectorEnv environments)
      : pool(std::move(programs)), execution(std::move(timings)),
        envOptions(std::move(environment)), options(std::move(ppo)),
        outDir(folder), env(std::move(environments)),
        rollout(env, options.rolloutSteps), random(options.seed),
        runningReturns(options.numEnvs, 0.0) {}
  /// With a learner, neither begun nor resumed.
  static llvm::Expected<std::unique_ptr<Impl>>
  make(std::shared_ptr<const ProgramPool> programs,
       std::shared_ptr<Execution> execution, EnvOptions environment,
       PpoOptions ppo, llvm::StringRef folder);

  std::string checkpointPath() const {
    return inFolder(outDir, "checkpoint.pt");
  }
  std::string metricsPath() const { return inFolder(outDir, "metrics.jsonl"); }

  llvm::Error begin();
  llvm::Error resume();
  llvm::Error matches(const Json &facts) const;
  llvm::Error takeOver(const Checkpoint &checkpoint);
  llvm::Error forgetLaterMetrics() const;
  llvm::Error writeConfig() const;
  llvm::Expected<Checkpoint> checkpoint();
  llvm::Error save();
  /// An error once an iteration has failed.
  llvm::Error checkWhole() const;
  llvm::Expected<PpoMetrics> iterate();
  /// iterate(), which leaves everything as it was before if it is interrupted:
  /// std::nullopt.
  llvm::Expected<std::optional<PpoMetrics>> iterateOrNot();

  /// What options, programs and versions a checkpoint belongs to.
  Json config() const;

  std::shared_ptr<const ProgramPool> pool;
  std::shared_ptr<Execution> execution;
  EnvOptions envOptions;
  PpoOptions options;
  std::string outDir;
  std::optional<FolderLock> lock; // on outDir, from create() on
  VectorEnv env;
  Rollout rollout;
  std::unique_ptr<Learner> learner;
  /// Draws actions and shuffles minibatches.
  RandomStream random;
  std::vector<double> runningReturns;
  unsigned iteration = 0; // completed
  uint64_t steps = 0, episodes = 0;
  double bestSpeedup = 0;
  bool saved = false;  // since the last iteration
  bool failed = false; // in the middle of an iteration
};

PpoTrainer::PpoTrainer() = default;
PpoTrainer::~PpoTrainer() = default;

llvm::Expected<std::unique_ptr<PpoTrainer>>
PpoTrainer::create(std::shared_ptr<const ProgramPool> pool,
                   std::shared_ptr<Execution> execution, EnvOptions env,
                   PpoOptions options, llvm::StringRef outDir, bool resume) {
  if (llvm::Error error = checkOptions(pool.get(), execution.get(), options))
    return std::move(error);
  const unsigned threads = execution->options().threads;
  env.encoding = withoutPointlessKinds(std::move(env.encoding), threads);
  env.machine.threads = threads; // as the trained policy will be shown

  // Environments and rollouts may be more than there is memory for.
  return guarded("ppo", [&]() -> llvm::Expected<std::unique_ptr<PpoTrainer>> {
    llvm::Expected<std::unique_ptr<Impl>> made =
        Impl::make(std::move(pool), std::move(execution), std::move(env),
                   std::move(options), outDir);
    if (!made)
      return made.takeError();
    if (llvm::Error error = makeFolder(outDir))
      return std::move(error);
    llvm::Expected<FolderLock> lock = FolderLock::take(outDir);
    if (!lock)
      return lock.takeError();
    (*made)->lock = std::move(*lock);
    if (llvm::Error error = resume ? (*made)->resume() : (*made)->begin())
      return std::move(error);
    std::unique_ptr<PpoTrainer> trainer(new PpoTrainer());
    trainer->impl = std::move(*made);
    return trainer;
  });
}

llvm::Expected<std::unique_ptr<PpoTrainer::Impl>>
PpoTrainer::Impl::make(std::shared_ptr<const ProgramPool> programs,
                       std::shared_ptr<Execution> execution,
                       EnvOptions environment, PpoOptions ppo,
                       llvm::StringRef folder) {
  llvm::Expected<VectorEnv> environments =
      VectorEnv::create(programs, execution,
                        {.env = environment,
                         .numEnvs = ppo.numEnvs,
                         .autoreset = AutoresetMode::SameStep});
  if (!environments)
    return environments.takeError();
  if (!llvm::isa<FlatActions>(environments->env(0).encoding()))
    return llvm::createStringError(
        "ppo: the policy takes one decision at a time; set the environment's "
        "actions to FlatActions::create");
  auto made = std::make_unique<Impl>(std::move(programs), std::move(execution),
                                     std::move(environment), std::move(ppo),
                                     folder, std::move(*environments));
  llvm::Expected<std::unique_ptr<Learner>> nets =
      Learner::create({made->env.observationSpec().size(),
                       made->env.numActions(), made->options.hidden},
                      made->options);
  if (!nets)
    return nets.takeError();
  made->learner = std::move(*nets);
  return made;
}

llvm::Error PpoTrainer::Impl::begin() {
  if (llvm::sys::fs::exists(checkpointPath()))
    return llvm::createStringError(checkpointPath() +
                                   ": there is a training run in this folder; "
                                   "resume it, or choose another folder");
  env.reset(options.seed);
  if (llvm::Error error = writeConfig())
    return error;
  return writeAtomically(metricsPath(), "");
}

llvm::Error PpoTrainer::Impl::resume() {
  llvm::Expected<Checkpoint> read = readCheckpoint(checkpointPath());
  if (!read)
    return read.takeError();
  if (llvm::Error error = guarded(checkpointPath(), [&]() -> llvm::Error {
        if (llvm::Error mismatch = matches(read->facts))
          return mismatch;
        return inFile(checkpointPath(), takeOver(*read));
      }))
    return error;
  if (llvm::Error error = forgetLaterMetrics())
    return error;
  saved = true;
  return writeConfig();
}

Json PpoTrainer::Impl::config() const {
  return {{"ppo", toJson(options)},
          {"env", toJson(envOptions)},
          {"observation",
           {{"version", env.observationSpec().version},
            {"size", env.observationSpec().size()},
            {"actions", env.numActions()}}},
          {"libtorch", libTorchVersion()},
          {"programs", programKeys(*pool)}};
}

llvm::Error PpoTrainer::Impl::matches(const Json &facts) const {
  const Json now = config();
  const Json &then = facts.at("config");
  std::string difference =
      firstDifference(now.at("ppo"), then.at("ppo"), mayChange);
  for (const char *part : {"env", "observation"})
    if (difference.empty())
      difference = firstDifference(now.at(part), then.at(part));
  if (difference.empty() && now.at("programs") != then.at("programs"))
    difference = "the programs differ";
  if (difference.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      checkpointPath() + ": cannot be resumed: " + difference +
      "; resume with the options in its config.json, or train in another "
      "folder");
}

llvm::Error PpoTrainer::Impl::takeOver(const Checkpoint &checkpoint) {
  const Json &facts = checkpoint.facts;
  if (llvm::Error error = learner->restore(
          checkpoint.arrays, facts.at("optimiser_steps").get<int64_t>()))
    return error;
  if (llvm::Error error = random.restore(facts.at("random").get<std::string>()))
    return error;
  facts.at("iteration").get_to(iteration);
  facts.at("steps").get_to(steps);
  facts.at("episodes").get_to(episodes);
  facts.at("best_speedup").get_to(bestSpeedup);
  facts.at("running_returns").get_to(runningReturns);
  const Json &snapshots = facts.at("environments");
  if (snapshots.size() != env.size() || runningReturns.size() != env.size())
    return llvm::createStringError("another number of environments");
  for (unsigned i = 0; i < env.size(); ++i)
    if (llvm::Error error =
            env.env(i).restore(llvm::fromHex(snapshots[i].get<std::string>())))
      return error;
  return llvm::Error::success();
}

llvm::Error PpoTrainer::Impl::forgetLaterMetrics() const {
  // A training that was killed may have written lines of iterations after its
  // last checkpoint; they are done again now.
  std::string kept;
  auto file = readRegular(metricsPath());
  if (file)
    for (llvm::line_iterator line(**file); !line.is_at_eof(); ++line) {
      const Json metrics = Json::parse(line->begin(), line->end(), nullptr,
                                       /*allow_exceptions=*/false);
      if (!metrics.is_object() || !metrics.contains("iteration") ||
          !metrics["iteration"].is_number() ||
          metrics["iteration"].get<uint64_t>() > iteration)
        break;
      kept += (*line + "\n").str();
    }
  return writeAtomically(metricsPath(), kept);
}

llvm::Error PpoTrainer::Impl::writeConfig() const {
  return writeAtomically(inFolder(outDir, "config.json"),
                         config().dump(2) + "\n");
}

llvm::Expected<Checkpoint> PpoTrainer::Impl::checkpoint() {
  llvm::Expected<std::vector<NamedArray>> arrays = learner->arrays();
  if (!arrays)
    return arrays.takeError();
  Json snapshots = Json::array();
  for (unsigned i = 0; i < env.size(); ++i)
    snapshots.push_back(llvm::toHex(env.env(i).snapshot(), /*LowerCase=*/true));
  Checkpoint checkpoint;
  checkpoint.facts = {{"config", config()},
                      {"iteration", iteration},
                      {"steps", steps},
                      {"episodes", episodes},
                      {"best_speedup", bestSpeedup},
                      {"optimiser_steps", learner->optimiserSteps()},
                      {"random", random.state()},
                      {"running_returns", runningReturns},
                      {"environments", std::move(snapshots)}};
  checkpoint.arrays = std::move(*arrays);
  return checkpoint;
}

llvm::Error PpoTrainer::Impl::checkWhole() const {
  if (!failed)
    return llvm::Error::success();
  return llvm::createStringError(
      checkpointPath() + ": an iteration failed half-way, so that environments "
                         "and weights do not belong together; resume from the "
                         "last checkpoint");
}

llvm::Error PpoTrainer::Impl::save() {
  if (llvm::Error error = checkWhole())
    return error;
  return guarded(checkpointPath(), [&]() -> llvm::Error {
    llvm::Expected<Checkpoint> now = checkpoint();
    if (!now)
      return now.takeError();
    if (llvm::Error error = writeCheckpoint(checkpointPath(), *now))
      return error;
    saved = true;
    return llvm::Error::success();
  });
}

llvm::Expected<PpoMetrics> PpoTrainer::Impl::iterate() {
  PpoMetrics metrics;
  StopCheck stop(execution->options().interrupted, {});
  Stopwatch rolling;
  if (llvm::Error error = rollout.collect(env, *learner, options, random,
                                          runningReturns, &stop))
    return std::move(error);
  metrics.rolloutSeconds = rolling.seconds();

  Stopwatch updating;
  llvm::Expected<UpdateStatistics> update =
      learner->update(rollout.batch(), random, &stop);
  if (!update)
    return update.takeError();
  metrics.updateSeconds = updating.seconds();

  const EpisodeSummary &ended = rollout.summary();
  saved = false;
  ++iteration;
  steps += rollout.batch().rows;
  episodes += ended.episodes;
  bestSpeedup = std::max(bestSpeedup, ended.bestSpeedup);
  metrics.iteration = iteration;
  metrics.steps = steps;
  metrics.episodes = episodes;
  if (ended.episodes > 0)
    metrics.meanReturn =
        ended.sumOfReturns / static_cast<double>(ended.episodes);
  if (ended.timed > 0)
    metrics.meanSpeedup =
        std::exp(ended.sumOfLogSpeedups / static_cast<double>(ended.timed));
  metrics.bestSpeedup = bestSpeedup;
  metrics.policyLoss = update->policyLoss;
  metrics.valueLoss = update->valueLoss;
  metrics.entropy = update->entropy;
  metrics.approxKl = update->approxKl;
  metrics.clipFraction = update->clipFraction;
  metrics.explainedVariance = rollout.explainedVariance();
  return metrics;
}

llvm::Expected<std::optional<PpoMetrics>> PpoTrainer::Impl::iterateOrNot() {
  auto cannotInterrupt = [this]() -> llvm::Expected<std::optional<PpoMetrics>> {
    llvm::Expected<PpoMetrics> metrics = iterate();
    failed = !metrics;
    if (!metrics)
      return metrics.takeError();
    return std::move(*metrics);
  };
  if (!execution->options().interrupted)
    return cannotInterrupt();

  // An iteration that times kernels takes minutes, Ctrl-C must not wait for
  // its end. Half of it is of no use: a checkpoint has environments, weights
  // and random numbers that belong together. A copy costs milliseconds.
  llvm::Expected<Checkpoint> before = checkpoint();
  if (!before)
    return before.takeError();
  llvm::Expected<std::optional<PpoMetrics>> metrics = cannotInterrupt();
  if (metrics || !metrics.errorIsA<InterruptedError>())
    return metrics;
  llvm::consumeError(metrics.takeError());
  if (llvm::Error error = takeOver(*before))
    return std::move(error);
  failed = false;
  return std::nullopt;
}

llvm::Error PpoTrainer::train(const Progress &progress) {
  if (llvm::Error error = impl->checkWhole())
    return error;
  const unsigned saveEvery = std::max(1u, impl->options.saveEvery);
  bool goesOn = true;
  Stopwatch sinceSave;
  while (goesOn && impl->iteration < impl->options.iterations) {
    llvm::Expected<std::optional<PpoMetrics>> iterated = impl->iterateOrNot();
    if (!iterated)
      return iterated.takeError();
    if (!*iterated)
      break; // interrupted
    const PpoMetrics &metrics = **iterated;
    if (llvm::Error error = appendLine(impl->metricsPath(), metrics.toJson()))
      return error;
    if (impl->iteration % saveEvery == 0 || sinceSave.seconds() > saveSeconds) {
      if (llvm::Error error = impl->save())
        return error;
      sinceSave = Stopwatch();
    }
    goesOn = !progress || progress(metrics);
  }
  if (impl->saved)
    return llvm::Error::success();
  return impl->save();
}

llvm::Error PpoTrainer::save() { return impl->save(); }
