#include "agents/policy/Checkpoint.h"
#include "agents/policy/nets/Guarded.h"
#include "agents/ppo/Ppo.h"
#include "agents/ppo/PpoConfig.h"
#include "agents/ppo/PpoLearner.h"
#include "agents/ppo/PpoRun.h"
#include "agents/ppo/rollout/BestEpisodes.h"
#include "agents/ppo/rollout/Experience.h"
#include "agents/search/SearchSpace.h"
#include "env/Env.h"
#include "execution/Execution.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <memory>
#include <optional>

using namespace mlirgym;

namespace {
/// Iterations with measurements take minutes: saving also depends on time,
/// which limits the loss if the process is killed.
constexpr double saveSeconds = 30;

llvm::Error checkInputs(const ProgramPool *pool, const Execution *execution,
                        const PpoStart &start) {
  auto bad = [](llvm::StringRef what) {
    return llvm::createStringError("ppo: " + what.str());
  };
  if (!pool || pool->programs.empty())
    return bad("there is no program to train on; give at least one");
  if (!execution)
    return bad("there is no execution to ask for timings");
  if (start.resume && !start.from.empty())
    return bad("a training that is resumed has its weights; start from a "
               "checkpoint in a new folder");
  return llvm::Error::success();
}
} // namespace

struct PpoTrainer::Impl {
  explicit Impl(std::unique_ptr<PpoRun> begun) : run(std::move(begun)) {}

  llvm::Error save();
  /// An error once an iteration has failed.
  llvm::Error checkWhole() const;
  llvm::Expected<UpdateStatistics> update(double newShare, StopCheck &stop);
  llvm::Expected<PpoMetrics> iterate();
  /// Evaluates if it is due, and writes the best checkpoint.
  llvm::Error evaluate(PpoMetrics &metrics);
  /// As iterate(), but an interruption leaves everything unchanged and gives
  /// nullopt.
  llvm::Expected<std::optional<PpoMetrics>> iterateOrNot();

  std::unique_ptr<PpoRun> run;
  bool saved = false;  // since the last iteration
  bool failed = false; // in the middle of an iteration
};

PpoTrainer::PpoTrainer() = default;
PpoTrainer::~PpoTrainer() = default;

llvm::Expected<std::unique_ptr<PpoTrainer>>
PpoTrainer::create(std::shared_ptr<const ProgramPool> pool,
                   std::shared_ptr<Execution> execution, EnvOptions env,
                   PpoOptions options, llvm::StringRef outDir, PpoStart start) {
  MLIRGYM_TRY_TO(checkInputs(pool.get(), execution.get(), start));
  MLIRGYM_TRY_TO(check(options));
  const unsigned threads = execution->options().threads;
  env.encoding =
      withoutPointlessKinds(env.encoding, threads, execution->scheduleLimits());
  env.machine.threads = threads; // as in the observations of the trained policy

  // Environments and rollouts may need more memory than exists.
  return guarded("ppo", [&]() -> llvm::Expected<std::unique_ptr<PpoTrainer>> {
    const bool resumed = start.resume;
    MLIRGYM_TRY(std::unique_ptr<PpoRun> run,
                PpoRun::create(std::move(pool), std::move(execution),
                               std::move(env), std::move(options), outDir,
                               std::move(start)));
    std::unique_ptr<PpoTrainer> trainer(new PpoTrainer());
    trainer->impl = std::make_unique<Impl>(std::move(run));
    trainer->impl->saved = resumed;
    return trainer;
  });
}

llvm::Error PpoTrainer::Impl::checkWhole() const {
  if (!failed)
    return llvm::Error::success();
  return llvm::createStringError(
      run->folder.checkpoint() +
      ": an iteration failed half-way, so that environments and weights do not "
      "belong together; resume from the last checkpoint");
}

llvm::Error PpoTrainer::Impl::save() {
  MLIRGYM_TRY_TO(checkWhole());
  MLIRGYM_TRY_TO(run->save(run->folder.checkpoint()));
  saved = true;
  return llvm::Error::success();
}

llvm::Expected<UpdateStatistics> PpoTrainer::Impl::update(double newShare,
                                                          StopCheck &stop) {
  const PpoOptions &options = run->options;
  const Experience &experience = run->experience;
  MLIRGYM_TRY_TO(run->rollout.estimateAdvantages(
      run->env, *run->learner, options,
      options.returnsPerProgram ? &experience.programReturns() : nullptr));
  const TrainingBatch batch = run->rollout.batch();
  // As many decisions as the rollout has: half of the work of each minibatch.
  const ImitationRows imitation =
      experience.bestEpisodes().draw(run->observer, batch.rows, run->random);
  return run->learner->update(batch,
                              {.epochs = epochsFor(options, newShare),
                               .entropyCoefficient = run->entropy.coefficient(),
                               .imitation = imitation.batch()},
                              run->random, &stop);
}

llvm::Expected<PpoMetrics> PpoTrainer::Impl::iterate() {
  PpoMetrics metrics;
  const Execution &execution = *run->execution;
  StopCheck stop(execution.options().interrupted, {});
  Stopwatch rolling;
  const uint64_t measuredBefore = execution.statistics().measured;
  MLIRGYM_TRY_TO(run->rollout.collect(run->env, *run->learner, run->options,
                                      run->random, run->underWay, &stop));
  metrics.measured = execution.statistics().measured - measuredBefore;
  metrics.rolloutSeconds = rolling.seconds();

  Stopwatch updating;
  const EpisodeSummary ended = run->experience.add(run->rollout.episodes());
  MLIRGYM_TRY(UpdateStatistics updated, update(ended.newShare(), stop));
  metrics.entropyCoefficient = run->entropy.coefficient();
  run->entropy.update(updated.entropy, ended.newShare());
  metrics.updateSeconds = updating.seconds();

  saved = false;
  run->steps += run->rollout.batch().rows;
  metrics.iteration = ++run->iteration;
  metrics.steps = run->steps;
  run->experience.describe(ended, metrics);
  metrics.policyLoss = updated.policyLoss;
  metrics.valueLoss = updated.valueLoss;
  metrics.imitationLoss = updated.imitationLoss;
  metrics.entropy = updated.entropy;
  metrics.approxKl = updated.approxKl;
  metrics.clipFraction = updated.clipFraction;
  metrics.explainedVariance = run->rollout.explainedVariance();
  metrics.epochs = updated.epochs;
  MLIRGYM_TRY_TO(evaluate(metrics));
  return metrics;
}

llvm::Error PpoTrainer::Impl::evaluate(PpoMetrics &metrics) {
  const unsigned every = run->options.evaluateEvery;
  if (!run->evaluation || every == 0 || run->iteration % every != 0)
    return llvm::Error::success();
  Stopwatch evaluating;
  MLIRGYM_TRY(std::optional<double> speedup,
              run->evaluation->speedup(*run->learner));
  metrics.validationSpeedup = speedup;
  metrics.evaluationSeconds = evaluating.seconds();
  if (!speedup || *speedup <= run->bestValidation)
    return llvm::Error::success();
  run->bestValidation = *speedup;
  return run->save(run->folder.bestCheckpoint());
}

llvm::Expected<std::optional<PpoMetrics>> PpoTrainer::Impl::iterateOrNot() {
  auto cannotInterrupt = [this]() -> llvm::Expected<std::optional<PpoMetrics>> {
    llvm::Expected<PpoMetrics> metrics = iterate();
    failed = !metrics;
    if (!metrics)
      return metrics.takeError();
    return *metrics;
  };
  if (!run->execution->options().interrupted)
    return cannotInterrupt();

  // An iteration that times kernels takes minutes, and Ctrl-C must not wait for
  // its end. Environments, weights and random numbers of a checkpoint must
  // match, so an interrupted iteration is rolled back to this copy, which costs
  // milliseconds.
  MLIRGYM_TRY(Checkpoint before, run->checkpoint());
  llvm::Expected<std::optional<PpoMetrics>> metrics = cannotInterrupt();
  if (metrics || !metrics.errorIsA<InterruptedError>())
    return metrics;
  llvm::consumeError(metrics.takeError());
  MLIRGYM_TRY_TO(run->takeOver(before));
  failed = false;
  return std::nullopt;
}

llvm::Error PpoTrainer::train(const Progress &progress) {
  MLIRGYM_TRY_TO(impl->checkWhole());
  const PpoRun &run = *impl->run;
  const unsigned saveEvery = std::max(1u, run.options.saveEvery);
  bool goesOn = true;
  Stopwatch sinceSave;
  while (goesOn && run.iteration < run.options.iterations) {
    MLIRGYM_TRY(std::optional<PpoMetrics> iterated, impl->iterateOrNot());
    if (!iterated)
      break; // interrupted
    const PpoMetrics &metrics = *iterated;
    MLIRGYM_TRY_TO(appendLine(run.folder.metrics(), metrics.toJson()));
    if (run.iteration % saveEvery == 0 || sinceSave.seconds() > saveSeconds) {
      MLIRGYM_TRY_TO(impl->save());
      sinceSave = Stopwatch();
    }
    goesOn = !progress || progress(metrics);
  }
  if (impl->saved)
    return llvm::Error::success();
  return impl->save();
}

llvm::Error PpoTrainer::save() { return impl->save(); }
