//===- tools/training/PpoTraining.cpp - mlirgym train ---------------------===//
// The side of `mlirgym train` in `mlirgym-torch`.
#include "agents/ppo/Ppo.h"
#include "env/Env.h"
#include "execution/Execution.h"
#include "execution/device/Device.h"
#include "lowering/target/TargetFeatures.h"
#include "observation/ActionEncoding.h"
#include "outcome/Units.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/suites/Suite.h"
#include "tools/Arguments.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/Progress.h"
#include "tools/Terminal.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/report/LearningCurve.h"
#include "tools/report/Report.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {

static llvm::Expected<std::shared_ptr<const ProgramPool>>
loadPool(llvm::ArrayRef<std::string> names) {
  MLIRGYM_TRY(auto programs, loadPrograms(names));
  auto pool = std::make_shared<ProgramPool>();
  pool->programs = std::move(programs);
  return pool;
}

namespace {
struct Pools {
  std::shared_ptr<const ProgramPool> training, validation;
};
} // namespace

static llvm::Expected<Pools> loadPools(const TrainFlags &flags) {
  std::vector<std::string> names = flags.programs, validation;
  if (names.empty()) {
    MLIRGYM_TRY(names, someNamesIn(flags.suite, flags.split));
    MLIRGYM_TRY(validation, namesIn(flags.suite, Split::Validation));
  }
  MLIRGYM_TRY(std::shared_ptr<const ProgramPool> pool, loadPool(names));
  if (validation.empty())
    return Pools{pool, pool};
  MLIRGYM_TRY(std::shared_ptr<const ProgramPool> others, loadPool(validation));
  return Pools{std::move(pool), std::move(others)};
}

static std::string progressNote(const PpoMetrics &metrics) {
  return llvm::formatv("iteration {0}  return {1:f2}  speedup {2} best {3}",
                       metrics.iteration, metrics.meanReturn,
                       formatSpeedup(metrics.meanSpeedup),
                       formatSpeedup(metrics.bestSpeedup));
}

namespace {
struct TrainOutcome {
  PpoMetrics last;
  ExecutionStatistics statistics;
  std::string machine;
  double seconds = 0;
};
} // namespace

static llvm::Expected<TrainOutcome> train(const TrainFlags &flags) {
  MLIRGYM_TRY(Pools pools, loadPools(flags));
  MLIRGYM_TRY(const std::shared_ptr<Execution> execution,
              flags.execution.open());

  EnvOptions env;
  env.actions = makeActions(*parseEncodingKind(flags.encoding));
  env.state.maxActionsPerOp = flags.maxActions;
  env.machine = featuresOf(execution->device().target, flags.execution.threads);
  const std::string machine = execution->device().machine();
  const Stopwatch taken;
  // The longer of the two limits that were given ends it; with --minutes the
  // trainer leaves both to the callback below.
  const bool byTime = flags.minutes > 0;
  const bool byNumber = !byTime || flags.namesIterations();
  PpoOptions ppo = flags.ppo;
  if (byTime)
    ppo.iterations = std::numeric_limits<unsigned>::max();
  MLIRGYM_TRY(auto trainer,
              PpoTrainer::create(pools.training, execution, env, ppo, flags.out,
                                 {.resume = flags.resume,
                                  .from = flags.from,
                                  .validation = pools.validation}));

  TrainOutcome outcome;
  outcome.machine = machine;
  catchInterrupts();
  Progress progress("train", flags.output);
  llvm::Error error = trainer->train([&](const PpoMetrics &metrics) {
    outcome.last = metrics;
    double share = 1;
    if (byNumber)
      share = double(metrics.iteration) / flags.ppo.iterations;
    if (byTime)
      share = std::min(share, taken.seconds() / (flags.minutes * 60));
    progress.update(share, 1, progressNote(metrics));
    return share < 1 && !interrupted();
  });
  if (error)
    return error;
  if (outcome.last.iteration == 0 && interrupted())
    return llvm::createStringError(
        "%s: interrupted before an iteration ended; continue with --resume",
        flags.out.c_str());
  if (outcome.last.iteration == 0)
    return llvm::createStringError(
        "%s: all %u iterations are done; raise --iterations to continue",
        flags.out.c_str(), flags.ppo.iterations);
  MLIRGYM_TRY_TO(writeLearningCurve(pathIn(flags.out, "metrics.jsonl"),
                                    pathIn(flags.out, "learning-curve.html")));
  outcome.seconds = taken.seconds();
  outcome.statistics = execution->statistics();
  return outcome;
}

llvm::Expected<int> runTraining(const TrainFlags &flags, const CommandLine &) {
  if (!flags.recipe.empty())
    return runRecipe(flags);
  MLIRGYM_TRY(TrainOutcome outcome, train(flags));
  const PpoMetrics &last = outcome.last;
  std::string checkpoint = pathIn(flags.out, "checkpoint.pt");
  if (flags.output.json) {
    printJson({{"status", "ok"},
               {"iterations", last.iteration},
               {"steps", last.steps},
               {"episodes", last.episodes},
               {"mean_return", last.meanReturn},
               {"mean_speedup", last.meanSpeedup},
               {"best_speedup", last.bestSpeedup},
               {"timings", outcome.statistics.timed},
               {"noisy_timings", outcome.statistics.noisy},
               {"seconds", outcome.seconds},
               {"seed", flags.ppo.seed},
               {"threads", flags.execution.threads},
               {"machine", outcome.machine},
               {"checkpoint", checkpoint},
               {"metrics", pathIn(flags.out, "metrics.jsonl")},
               {"learning_curve", pathIn(flags.out, "learning-curve.html")}});
    return ExitOk;
  }
  textOut() << llvm::formatv(
      "{0} iterations, {1} decisions, {2} episodes in {3}; mean speedup "
      "of the last {4}, best {5}\nwrote {6}, metrics.jsonl and "
      "learning-curve.html\n",
      last.iteration, last.steps, last.episodes,
      formatNs(outcome.seconds * 1e9), formatSpeedup(last.meanSpeedup),
      formatSpeedup(last.bestSpeedup), checkpoint);
  textOut() << noiseLine(outcome.statistics.noisy, outcome.statistics.timed);
  return ExitOk;
}
} // namespace mlirgym::tools
