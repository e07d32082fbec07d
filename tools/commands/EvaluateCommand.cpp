//===- tools/commands/EvaluateCommand.cpp - mlirgym evaluate --------------===//
#include "agents/Agent.h"
#include "execution/Execution.h"
#include "execution/device/Device.h"
#include "execution/device/HostMachine.h"
#include "kernels/KernelOutline.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/Substitutions.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/suites/Suite.h"
#include "tools/Arguments.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Progress.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/KernelFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/ScheduleFiles.h"
#include "tools/flags/SearchFlags.h"
#include "tools/flags/SubstitutionFlags.h"
#include "tools/report/Report.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {

struct EvaluateFlags {
  std::string suite = "quick", out;
  Split split = Split::Test;
  SearchFlags search;
  ExecutionFlags execution;
  KernelFlags kernels;
  SubstitutionFlags substitutions;
  OutputFlags output;
};

struct Evaluated {
  SearchResult result;
  std::vector<SubstitutionRecord> substitutions;
};

/// Results in suite order; only the finished ones if interrupted.
struct Evaluation {
  std::vector<Evaluated> programs;
  ExecutionStatistics statistics;

  std::vector<SearchResult> results() const {
    std::vector<SearchResult> all;
    for (const Evaluated &each : programs)
      all.push_back(each.result);
    return all;
  }
};

/// The result for a program whose untransformed form fails.
SearchResult withoutTime(llvm::StringRef program, Measurement baseline) {
  SearchResult result;
  result.program = program.str();
  result.baseline = std::move(baseline);
  result.speedup = 0;
  return result;
}

/// Names of kernels that belong to no program of the suite are an error, or a
/// note.
llvm::Error checkNames(const EvaluateFlags &flags,
                       const KernelSubstituter *substituter,
                       llvm::ArrayRef<std::string> programs) {
  if (!substituter)
    return llvm::Error::success();
  for (const std::string &name : substituter->namesOutside(programs)) {
    const std::string what = name + ": no program of suite " + flags.suite +
                             " in split " + nameOfSplit(flags.split).str() +
                             " has such a kernel";
    if (!flags.substitutions.allowMissing)
      return llvm::createStringError(
          what + "; kernels are named <program>_op<N>, and `mlirgym dump "
                 "PROGRAM --kernels` lists them");
    printNote(what);
  }
  return llvm::Error::success();
}

llvm::Expected<Evaluation> evaluate(const EvaluateFlags &flags,
                                    const CommandLine &line) {
  MLIRGYM_TRY(auto agent, makeAgent(flags.search.agent, line));
  MLIRGYM_TRY(auto names, someNamesIn(flags.suite, flags.split));
  MLIRGYM_TRY(auto substituter, flags.substitutions.open());
  MLIRGYM_TRY_TO(checkNames(flags, substituter.get(), names));
  MLIRGYM_TRY(auto execution, flags.execution.open(substituter));

  catchInterrupts();
  Progress progress("evaluate", flags.output);
  ProgramSource source;
  std::vector<Evaluated> results;
  for (const std::string &name : names) {
    if (interrupted())
      break;
    MLIRGYM_TRY(auto program, source.load(name));
    auto baseline = execution->baseline(program);
    if (baseline.errorIsA<InterruptedError>()) {
      llvm::consumeError(baseline.takeError());
      break;
    }
    if (!baseline)
      return baseline.takeError();
    if (!baseline->ok()) {
      results.push_back({withoutTime(name, std::move(*baseline)), {}});
      continue;
    }
    std::vector<SubstitutionRecord> substitutions;
    std::optional<SearchResult> unscheduled;
    if (substituter && !substituter->keyOf(*program).empty()) {
      MLIRGYM_TRY(auto substituted,
                  substituter->forAgents(
                      program, KernelSubstituter::OtherNames::Ignore));
      printNotes(substituted.records);
      program = std::move(substituted.program);
      substitutions = std::move(substituted.records);
      if (!substituter->keyOf(*program).empty()) {
        MLIRGYM_TRY(auto measured, measureOne({program}, *execution));
        if (!measured.best.ok()) {
          results.push_back({std::move(measured), std::move(substitutions)});
          continue;
        }
        unscheduled = std::move(measured);
      }
    }
    SearchOptions options = flags.search.toOptions();
    options.progress = [&](const SearchOptions::Progress &now) {
      progress.update(
          results.size() + double(now.samples) / now.budget, names.size(),
          llvm::formatv("{0}  best {1}", name, formatSpeedup(now.bestSpeedup))
              .str());
      return !interrupted();
    };
    MLIRGYM_TRY(auto result, agent->optimize(program, *execution, options));
    if (unscheduled)
      result = fasterOf(std::move(result), *unscheduled);
    if (!flags.out.empty())
      MLIRGYM_TRY_TO(writeScheduleFiles(*program, result,
                                        pathIn(flags.out, name + ".mlir"))
                         .takeError());
    KernelFlags places = flags.kernels;
    places.target = execution->device().target;
    MLIRGYM_TRY(auto kernels, places.dumpBest(program, result, flags.output,
                                              toIdentifier(name), substituter));
    if (kernels)
      printNotes(*kernels);
    results.push_back({std::move(result), std::move(substitutions)});
  }
  return Evaluation{std::move(results), execution->statistics()};
}

nlohmann::ordered_json toJson(const EvaluateFlags &flags,
                              const DeviceDescription &device,
                              const std::string &machine,
                              const Evaluation &evaluated,
                              llvm::ArrayRef<SearchResult> results) {
  nlohmann::ordered_json programs = nlohmann::ordered_json::array();
  for (const Evaluated &each : evaluated.programs) {
    programs.push_back(tools::toJson(each.result));
    if (flags.substitutions.any())
      programs.back()["substitutions"] = tools::toJson(each.substitutions);
  }
  nlohmann::ordered_json object = {
      {"agent", flags.search.agent},
      {"suite", flags.suite},
      {"split", nameOfSplit(flags.split).str()},
      {"budget", flags.search.budget},
      {"threads", flags.execution.threads},
      {"seed", flags.search.seed},
      {"machine", machine},
      {"geometric_mean_speedup", geometricMeanSpeedup(results)},
      {"timings", evaluated.statistics.timed},
      {"noisy_timings", evaluated.statistics.noisy},
      {"programs", programs}};
  if (!device.isHost())
    object["device"] = device.id;
  if (isNarrowerHost(device))
    object["features"] = flags.execution.deviceFeatures;
  return object;
}

llvm::Expected<int> runEvaluate(const EvaluateFlags &flags,
                                const CommandLine &line) {
  MLIRGYM_TRY(auto device, flags.execution.describeDevice());
  MLIRGYM_TRY(auto evaluated, evaluate(flags, line));
  const std::vector<SearchResult> results = evaluated.results();
  MLIRGYM_TRY(std::string machine, flags.execution.machineName());
  nlohmann::ordered_json object =
      toJson(flags, device, machine, evaluated, results);
  if (!flags.out.empty())
    MLIRGYM_TRY_TO(
        writeFile(pathIn(flags.out, "results.json"), toText(object)));
  if (flags.output.json) {
    printJson(object);
  } else {
    printTable(textOut(), results);
    textOut() << noiseLine(evaluated.statistics.noisy,
                           evaluated.statistics.timed);
  }
  bool allOk = llvm::all_of(results, [](const SearchResult &result) {
    return statusOf(result) == Status::Ok;
  });
  return allOk ? ExitOk : ExitFailed;
}
} // namespace

void addEvaluateCommand(CLI::App &app, CommandLine &line,
                        const ExecutionFlags *timings) {
  CLI::App *evaluate =
      addSubcommand(app, "evaluate",
                    "Optimise each program of a suite and print the speedups");
  auto flags = std::make_shared<EvaluateFlags>();
  SearchFlags::checkAgent(
      addOption(*evaluate, "agent", flags->search.agent,
                "Agent: " + agentList() +
                    ", or a checkpoint of `mlirgym learn` or `train`")
          .required());
  addOption(*evaluate, "--suite", flags->suite,
            "Suite of programs: name or file")
      .type("NAME|FILE")
      .showDefault();
  addSplitOption(*evaluate, flags->split);
  addOption(*evaluate, "--out,-o", flags->out,
            "Write each schedule's transform script, its program and "
            "results.json to DIR [default: write none]")
      .type("DIR");
  flags->search.addTo(*evaluate);
  if (!timings) {
    flags->execution.addTo(*evaluate);
    flags->execution.addClusterTo(*evaluate);
    flags->kernels.addTo(*evaluate);
    flags->substitutions.addTo(*evaluate);
    addDeviceTo(*evaluate, flags->execution);
    flags->execution.addDeviceFeaturesTo(*evaluate);
  }
  flags->output.addJsonAndProgress(*evaluate);
  setRun(*evaluate, line, runEvaluate, flags, timings);
}
} // namespace mlirgym::tools
