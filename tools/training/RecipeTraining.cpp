//===- tools/training/RecipeTraining.cpp - Training from scratch ----------===//
// The side of `mlirgym train --recipe` in `mlirgym-torch`.
#include "agents/Recipe.h"
#include "agents/learn/RecipeTrainer.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/device/Device.h"
#include "lowering/target/TargetFeatures.h"
#include "observation/Observation.h"
#include "outcome/Units.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "tools/Interrupt.h"
#include "tools/Progress.h"
#include "tools/Terminal.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/report/LearningCurve.h"
#include "tools/report/Report.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {

struct RecipeOutcome {
  RecipeMetrics last;
  unsigned bestIteration = 0, programsWithoutTime = 0;
  std::string firstWithoutTime;
  std::vector<unsigned> threads;
  bool finished = false;
  double seconds = 0;
  std::string machine;
  /// Answers with a time, and the noisy ones among them: ExecutionStatistics.
  uint64_t timed = 0, noisy = 0;
};

/// "" for one number; " (once each with 1, 2 threads)".
std::string describe(const std::vector<unsigned> &threads) {
  if (threads.size() == 1)
    return "";
  return llvm::formatv(" (once each with {0} threads)",
                       llvm::make_range(threads.begin(), threads.end()));
}

/// The results of the last iteration, for the progress.
std::string noteOn(const RecipeMetrics &metrics) {
  if (!metrics.validationSpeedup)
    return "";
  return llvm::formatv("  validation {0}, {1:f2} of the best known",
                       formatSpeedup(*metrics.validationSpeedup),
                       *metrics.validationShare);
}

/// The reason why no iteration was completed.
std::string reasonOf(const TrainFlags &flags, const RecipeTrainer &training) {
  if (interrupted())
    return "interrupted before an iteration ended; continue with --resume";
  if (training.finished())
    return "all rounds of the recipe are done; train in another folder";
  if (training.programsWithoutTime() > 0 && flags.execution.replay)
    return training.firstWithoutTime() +
           "; record the timings of the recipe's suites first";
  return "the budget is spent; raise --minutes or --samples to continue";
}

/// One execution per number of threads. Errors: text if both the recipe and the
/// command name numbers of threads.
llvm::Expected<std::vector<std::shared_ptr<Execution>>>
openExecutions(const TrainFlags &flags, const Recipe &recipe) {
  std::vector<unsigned> threads = recipe.threads;
  if (threads.empty())
    threads = {flags.execution.threads};
  else if (!flags.execution.cluster.empty())
    return llvm::createStringError(
        "recipe " + recipe.name +
        " names its numbers of threads itself, and "
        "on a cluster there is one; use a copy of it without \"threads\"");
  else if (flags.namesThreads())
    return llvm::createStringError(
        "recipe " + recipe.name + " names its numbers of threads itself; " +
        "leave --threads out, or use a copy of it without \"threads\"");
  std::vector<std::shared_ptr<Execution>> executions;
  ExecutionFlags each = flags.execution;
  for (unsigned number : threads) {
    each.threads = number;
    MLIRGYM_TRY(auto execution, each.open());
    executions.push_back(std::move(execution));
  }
  return executions;
}

/// Also sets the `executions` that it uses.
llvm::Expected<std::unique_ptr<RecipeTrainer>>
makeTraining(const TrainFlags &flags, Progress &progress,
             const RecipeOutcome &outcome,
             std::vector<std::shared_ptr<Execution>> &executions) {
  MLIRGYM_TRY(Recipe recipe, Recipe::load(flags.recipe));
  MLIRGYM_TRY(RecipePrograms programs, RecipePrograms::load(recipe));
  MLIRGYM_TRY(executions, openExecutions(flags, recipe));
  const Execution &first = *executions.front();
  const MachineFeatures features =
      featuresOf(first.device().target, first.options().threads);
  MLIRGYM_TRY(auto from, checkpointToStartFrom(flags.from));
  auto watch = [&progress, &outcome](const RecipeProgress &now) {
    progress.update(now.share, 1,
                    llvm::formatv("round {0}/{1}  {2} {3}/{4}{5}", now.round,
                                  now.rounds, nameOf(now.phase), now.done,
                                  now.total, noteOn(outcome.last))
                        .str());
  };
  return RecipeTrainer::create(std::move(recipe), programs, executions,
                               {.seed = flags.ppo.seed,
                                .torchThreads = flags.ppo.torchThreads,
                                .anyTarget = flags.anyTarget,
                                .from = std::move(from),
                                .minutes = flags.minutes,
                                .samples = flags.samples},
                               features,
                               {.folder = flags.out,
                                .resume = flags.resume,
                                .interrupted = interrupted,
                                .watch = watch});
}

llvm::Expected<RecipeOutcome> train(const TrainFlags &flags) {
  const Stopwatch taken;
  catchInterrupts();
  RecipeOutcome outcome;
  Progress progress("train", flags.output);
  std::vector<std::shared_ptr<Execution>> executions;
  MLIRGYM_TRY(auto training,
              makeTraining(flags, progress, outcome, executions));
  outcome.machine = executions.front()->device().machine();
  const std::string metrics = pathIn(flags.out, "metrics.jsonl"),
                    curve = pathIn(flags.out, "learning-curve.html");
  llvm::Error curveError = llvm::Error::success();
  llvm::Error error = training->train([&](const RecipeMetrics &done) {
    outcome.last = done;
    // Drawn after each iteration, since the training may take hours.
    curveError = llvm::joinErrors(std::move(curveError),
                                  writeLearningCurve(metrics, curve));
    return !interrupted();
  });
  MLIRGYM_TRY_TO(llvm::joinErrors(std::move(error), std::move(curveError)));
  if (outcome.last.iteration == 0)
    return llvm::createStringError(flags.out + ": " +
                                   reasonOf(flags, *training));
  outcome.threads = training->threads();
  outcome.finished = training->finished();
  outcome.bestIteration = training->bestIteration();
  outcome.programsWithoutTime = training->programsWithoutTime();
  outcome.firstWithoutTime = training->firstWithoutTime();
  outcome.seconds = taken.seconds();
  for (const std::shared_ptr<Execution> &each : executions) {
    outcome.timed += each->statistics().timed;
    outcome.noisy += each->statistics().noisy;
  }
  return outcome;
}

nlohmann::ordered_json toJson(const TrainFlags &flags,
                              const RecipeOutcome &outcome) {
  nlohmann::ordered_json object = {{"status", "ok"},
                                   {"recipe", flags.recipe},
                                   {"finished", outcome.finished}};
  object.update(nlohmann::ordered_json::parse(outcome.last.toJson()));
  object.erase("iteration");
  object.erase("best");
  object["iterations"] = outcome.last.iteration;
  object["best_iteration"] = outcome.bestIteration;
  object["programs_without_time"] = outcome.programsWithoutTime;
  object["timings"] = outcome.timed;
  object["noisy_timings"] = outcome.noisy;
  object["seed"] = flags.ppo.seed;
  object["threads"] = outcome.threads;
  object["machine"] = outcome.machine;
  object["agent"] = pathIn(flags.out, "agent.pt");
  object["last_agent"] = pathIn(flags.out, "last.pt");
  object["metrics"] = pathIn(flags.out, "metrics.jsonl");
  object["learning_curve"] = pathIn(flags.out, "learning-curve.html");
  return object;
}

void print(const TrainFlags &flags, const RecipeOutcome &outcome) {
  const RecipeMetrics &last = outcome.last;
  textOut() << llvm::formatv(
      "rounds      {0}{1}; {2} iterations in {3}, the best is {4}\n",
      last.round,
      outcome.finished ? ", all of the recipe"
                       : (last.wholeRound ? "" : ", the last in part"),
      last.iteration, formatNs(outcome.seconds * 1e9), outcome.bestIteration);
  textOut() << llvm::formatv(
      "samples     {0}, {1} of them measured, of {2} programs{3}; best "
      "speedups {4} by geometric mean\n",
      last.samples, last.measured, last.programs, describe(outcome.threads),
      formatSpeedup(last.meanBestSpeedup));
  if (outcome.programsWithoutTime > 0)
    textOut() << llvm::formatv("left out    {0} programs, the first: {1}\n",
                               outcome.programsWithoutTime,
                               outcome.firstWithoutTime);
  if (last.validationSpeedup)
    textOut() << llvm::formatv(
        "validation  {0} with one sample, {1:f2} of the best known; {2} with "
        "more\n",
        formatSpeedup(*last.validationSpeedup), *last.validationShare,
        formatSpeedup(*last.validationSpeedupBest));
  else
    textOut() << "validation  none: there are no timings of validation "
                 "programs\n";
  textOut() << "wrote " << pathIn(flags.out, "agent.pt")
            << ", last.pt, metrics.jsonl and learning-curve.html\n"
            << noiseLine(outcome.noisy, outcome.timed);
}
} // namespace

int runRecipe(const TrainFlags &flags) {
  return flags.output.report(
      train(flags),
      [&](const RecipeOutcome &outcome) { return toJson(flags, outcome); },
      [&](const RecipeOutcome &outcome) { print(flags, outcome); });
}
} // namespace mlirgym::tools
