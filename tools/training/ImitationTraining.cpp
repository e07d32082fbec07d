//===- tools/training/ImitationTraining.cpp - Agents from stored timings --===//
// The side of `mlirgym learn` in `mlirgym-torch`.
#include "agents/learn/ImitationTrainer.h"
#include "agents/policy/JsonMembers.h"
#include "agents/policy/nets/NetOptions.h"
#include "execution/batch/TargetLimits.h"
#include "execution/device/Device.h"
#include "execution/device/DeviceDescription.h"
#include "execution/execdata/ExecDataShards.h"
#include "lowering/Machine.h"
#include "lowering/target/Target.h"
#include "lowering/target/TargetFeatures.h"
#include "outcome/Units.h"
#include "program/MachineFeatures.h"
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
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::tools {
namespace {

struct ImitationOutcome {
  ImitationSummary summary;
  ImitationMetrics last, best;
  bool finished = false;
  double seconds = 0;
};

llvm::Expected<ImitationSources> sourcesOf(const LearnFlags &flags,
                                           const DeviceDescription &device) {
  ImitationSources sources;
  MLIRGYM_TRY(auto files, execDataFilesOf(flags.execData));
  sources.timings = {.files = std::move(files),
                     .threads = flags.threads,
                     .machine = device.machine(),
                     .anyTarget = flags.anyTarget,
                     .anyMachine = flags.anyMachine};
  if (flags.execData.empty())
    sources.timings.files = {defaultExecDataFile()};
  MLIRGYM_TRY(auto names, flags.programs.empty()
                              ? someNamesIn(flags.suites, flags.split)
                              : flags.programs);
  MLIRGYM_TRY(sources.train, loadPrograms(names));
  MLIRGYM_TRY(auto others, namesIn(flags.suites, Split::Validation));
  MLIRGYM_TRY(sources.validation, loadPrograms(others));
  return sources;
}

ImitationOptions optionsOf(const LearnFlags &flags, const Target &target,
                           std::string from) {
  ImitationOptions options;
  options.data.state.limits = maskLimitsOf(target);
  options.seed = flags.seed;
  options.from = std::move(from);
  options.epochs = flags.epochs;
  options.minibatch = flags.minibatch;
  options.learningRate = flags.learningRate;
  options.weightDecay = flags.weightDecay;
  options.criticCoefficient = flags.criticCoefficient;
  options.patience = flags.patience;
  options.torchThreads = flags.torchThreads;
  options.data.state.maxActionsPerOp = flags.maxActions;
  options.data.bestPerProgram = flags.bestPerProgram;
  options.data.withinFactor = flags.withinFactor;
  options.data.temperature = flags.temperature;
  options.net.kind = *parseNetKind(flags.net);
  options.net.tokens.attention = flags.attention;
  options.net.tokens.operations = flags.operations;
  options.net.members = flags.members;
  return options;
}

std::string progressNote(const ImitationMetrics &metrics) {
  std::string note = llvm::formatv("epoch {0}  cross entropy {1:f3}",
                                   metrics.epoch, metrics.trainCrossEntropy);
  if (metrics.validationCrossEntropy)
    note +=
        llvm::formatv(", validation {0:f3}", *metrics.validationCrossEntropy);
  return note;
}

llvm::Expected<ImitationOutcome> learn(const LearnFlags &flags) {
  MLIRGYM_TRY(auto device, Device::describe(flags.device));
  MLIRGYM_TRY(ImitationSources sources, sourcesOf(flags, device));
  const Stopwatch taken;
  catchInterrupts();
  const MachineFeatures machine =
      featuresOf(device.target, flags.threads.front());
  MLIRGYM_TRY(auto from, checkpointToStartFrom(flags.from));
  MLIRGYM_TRY(auto trainer,
              ImitationTrainer::create(
                  sources, optionsOf(flags, device.target, std::move(from)),
                  machine,
                  {.folder = flags.out,
                   .resume = flags.resume,
                   .interrupted = interrupted}));
  if (trainer->finished())
    return llvm::createStringError(
        "%s: learning is complete after %u epochs; learn in another folder",
        flags.out.c_str(), trainer->epochsDone());

  ImitationOutcome outcome;
  outcome.summary = trainer->summary();
  Progress progress("learn", flags.output);
  llvm::Error error = trainer->train([&](const ImitationMetrics &metrics) {
    outcome.last = metrics;
    if (trainer->bestEpoch() == metrics.epoch)
      outcome.best = metrics;
    progress.update(metrics.epoch, flags.epochs, progressNote(metrics));
    return !interrupted();
  });
  if (error)
    return error;
  if (outcome.last.epoch == 0)
    return llvm::createStringError(
        "%s: interrupted before an epoch ended; continue with --resume",
        flags.out.c_str());
  MLIRGYM_TRY_TO(writeLearningCurve(pathIn(flags.out, "metrics.jsonl"),
                                    pathIn(flags.out, "learning-curve.html")));
  outcome.finished = trainer->finished();
  outcome.best.epoch = trainer->bestEpoch();
  outcome.seconds = taken.seconds();
  return outcome;
}

nlohmann::ordered_json toJson(const LearnFlags &flags,
                              const ImitationOutcome &outcome) {
  const auto &[summary, last, best, finished, seconds] = outcome;
  return {{"status", "ok"},
          {"finished", finished},
          {"epochs", last.epoch},
          {"best_epoch", best.epoch},
          {"train_cross_entropy", last.trainCrossEntropy},
          {"train_accuracy", last.trainAccuracy},
          {"validation_cross_entropy", orNull(last.validationCrossEntropy)},
          {"validation_accuracy", orNull(last.validationAccuracy)},
          {"critic_correlation", orNull(last.criticCorrelation)},
          {"programs", summary.trainPrograms},
          {"programs_without_timings",
           summary.trainProgramsAsked - summary.trainPrograms},
          {"schedules", summary.trainSchedules},
          {"validation_programs", summary.validationPrograms},
          {"validation_schedules", summary.validationSchedules},
          {"schedules_that_do_not_fit", summary.unfit},
          {"machines_of_unknown_features", summary.timings.unknownMachines},
          {"timings", summary.timings.timed},
          {"noisy_timings", summary.timings.noisy},
          {"decisions", summary.decisions},
          {"critic_states", summary.criticStates},
          {"seconds", seconds},
          {"seed", flags.seed},
          {"threads", flags.threads},
          {"device", flags.device},
          {"machine", Machine::host().id()},
          {"agent", pathIn(flags.out, "agent.pt")},
          {"checkpoint", pathIn(flags.out, "checkpoint.pt")},
          {"metrics", pathIn(flags.out, "metrics.jsonl")},
          {"learning_curve", pathIn(flags.out, "learning-curve.html")}};
}

void print(const LearnFlags &flags, const ImitationOutcome &outcome) {
  const auto &[summary, last, best, finished, seconds] = outcome;
  llvm::raw_ostream &out = textOut();
  out << llvm::formatv(
      "programs    {0} of {1} have timings: {2} schedules, {3} "
      "decisions to imitate\n",
      summary.trainPrograms, summary.trainProgramsAsked, summary.trainSchedules,
      summary.decisions);
  if (summary.unfit)
    out << llvm::formatv("left out    {0} schedules that the encoding has no "
                         "decisions for; the first: {1}\n",
                         summary.unfit, summary.firstUnfit);
  if (!summary.timings.unknownMachines.empty())
    out << "unknown     vectors or caches of "
        << llvm::join(summary.timings.unknownMachines, ", ")
        << ", which count as those of this machine\n";
  if (last.validationCrossEntropy)
    out << llvm::formatv(
        "validation  {0} programs: cross entropy {1:f3}, accuracy {2:f3}, rank "
        "correlation of the critic {3:f2}\n",
        summary.validationPrograms, *last.validationCrossEntropy,
        *last.validationAccuracy, *last.criticCorrelation);
  else
    out << "validation  none: no timings of validation programs, so that no "
           "epoch is known to be the best\n";
  out << llvm::formatv(
      "training    {0} epochs in {1}: cross entropy {2:f3}, accuracy {3:f3}; "
      "{4} epoch {5}{6}\nwrote {7}, checkpoint.pt, metrics.jsonl and "
      "learning-curve.html\n",
      last.epoch, formatNs(seconds * 1e9), last.trainCrossEntropy,
      last.trainAccuracy, last.validationCrossEntropy ? "best" : "last",
      best.epoch, finished ? "" : "; interrupted, continue with --resume",
      pathIn(flags.out, "agent.pt"));
  out << noiseLine(summary.timings.noisy, summary.timings.timed);
}
} // namespace

llvm::Expected<int> runImitation(const LearnFlags &flags, const CommandLine &) {
  return flags.output.report(
      learn(flags),
      [&](const ImitationOutcome &outcome) { return toJson(flags, outcome); },
      [&](const ImitationOutcome &outcome) { print(flags, outcome); });
}
} // namespace mlirgym::tools
