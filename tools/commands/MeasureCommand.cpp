//===- tools/commands/MeasureCommand.cpp - mlirgym measure ----------------===//
#include "agents/Agent.h"
#include "execution/ExecutionRequest.h"
#include "execution/ProgramModule.h"
#include "execution/SandboxedLoader.h"
#include "execution/device/HostMachine.h"
#include "execution/timing/PerfCounters.h"
#include "kernels/KernelDump.h"
#include "kernels/Substitutions.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/Units.h"
#include "program/Try.h"
#include "tools/Arguments.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/KernelFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/SubstitutionFlags.h"
#include "tools/flags/TargetFlags.h"
#include "tools/report/Report.h"
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

struct MeasureFlags {
  ProgramArgument program;
  ScheduleArgument schedule;
  /// File of IR that replaces a schedule; "" for none.
  std::string module;
  ExecutionFlags execution;
  KernelFlags kernels;
  SubstitutionFlags substitutions;
  TargetFlags target;
  OutputFlags output;
};

struct Measured {
  SearchResult result;
  bool isScript = false; ///< a transform script in place of a schedule
  std::optional<KernelDump> kernels;
  std::optional<std::vector<SubstitutionRecord>> substitutions;
};

std::string formatMs(double milliseconds) {
  return formatNs(milliseconds * 1e6);
}

/// The program with its schedule or module.
llvm::Expected<ExecutionRequest> requestOf(const MeasureFlags &flags) {
  MLIRGYM_TRY(auto program, flags.program.load());
  const bool hasKernels = flags.kernels.any() || flags.substitutions.any();
  MLIRGYM_TRY(auto request,
              hasKernels ? flags.schedule.requestForKernels(std::move(program))
                         : flags.schedule.requestFor(std::move(program)));
  request.schedule = request.schedule.canonical();
  if (flags.module.empty())
    return request;
  MLIRGYM_TRY(auto module,
              SandboxedLoader().loadModuleFile(flags.module, *request.program));
  request.module = std::make_shared<const ProgramModule>(std::move(module));
  return request;
}

/// One sample, reported like a search with a budget of one.
llvm::Expected<Measured> measure(const MeasureFlags &flags) {
  MLIRGYM_TRY(auto request, requestOf(flags));
  MLIRGYM_TRY(auto substituter, flags.substitutions.open());
  std::optional<std::vector<SubstitutionRecord>> substitutions;
  if (substituter) {
    MLIRGYM_TRY(auto given,
                substituter->check(request.program, request.schedule));
    printNotes(given.records);
    substitutions = std::move(given.records);
  }
  MLIRGYM_TRY(auto execution, flags.execution.open(substituter));

  MLIRGYM_TRY(auto result, measureOne(request, *execution));
  MLIRGYM_TRY(auto kernels,
              flags.kernels.dumpBest(request.program, result, flags.output,
                                     /*subfolder=*/"", substituter));
  return Measured{std::move(result), !request.script.empty(),
                  std::move(kernels), std::move(substitutions)};
}

llvm::Expected<int> runMeasure(const MeasureFlags &given, const CommandLine &) {
  MeasureFlags flags = given;
  const bool onHost = flags.execution.device == "host";
  if (onHost)
    MLIRGYM_TRY_TO(flags.target.requireHost());
  // In a replay they are already set.
  if (!flags.target.name.features.empty())
    flags.execution.deviceFeatures = flags.target.name.features;
  MLIRGYM_TRY(auto device, flags.execution.describeDevice());
  flags.kernels.target = device.target;
  MLIRGYM_TRY(Measured measured, measure(flags));
  const auto &[result, isScript, kernels, substitutions] = measured;
  const Measurement &best = result.best;
  if (flags.output.json) {
    nlohmann::ordered_json object = toJson(result);
    if (!flags.module.empty())
      object["module"] = flags.module;
    if (isScript)
      object["script"] = flags.schedule.file;
    object["threads"] = flags.execution.threads;
    object["machine"] = device.machine();
    if (!onHost)
      object["device"] = device.id;
    if (isNarrowerHost(device))
      object["features"] = flags.execution.deviceFeatures;
    if (device.metric == Metric::Nanoseconds)
      object["min_ns"] = best.minNs;
    if (device.hasOwnMemory() && best.ok()) {
      object["transfer_ns"] = best.transferNs;
      object["with_transfers_ns"] = best.medianNs + best.transferNs;
    }
    object["repeats"] = best.repeats;
    object["number"] = best.number;
    if (!best.counters.empty())
      object["counters"] = toJson(best.counters);
    else
      object["counters"] = best.cacheHit
                               ? "none (the timing was stored already)"
                               : hardwareCounterStatus();
    object["phases_ms"] = {{"transform", best.phases.transformMs},
                           {"lower", best.phases.lowerMs},
                           {"compile", best.phases.compileMs},
                           {"verify", best.phases.verifyMs},
                           {"measure", best.phases.measureMs}};
    if (kernels)
      object["kernels"] = toJson(*kernels);
    if (substitutions)
      object["substitutions"] = toJson(*substitutions);
    printJson(object);
  } else {
    if (!flags.module.empty())
      textOut() << "module    " << flags.module << '\n';
    if (isScript)
      textOut() << "script    " << flags.schedule.file << '\n';
    if (!onHost)
      textOut() << "device    " << device.id << '\n';
    if (isNarrowerHost(device))
      textOut() << "features  " << flags.execution.deviceFeatures << '\n';
    print(textOut(), result);
    if (device.hasOwnMemory() && best.ok() && best.transferNs > 0)
      textOut() << llvm::formatv(
          "transfers {0} per call of what is not resident; with them {1}\n",
          formatNs(best.transferNs), formatNs(best.medianNs + best.transferNs));
    for (size_t i = 0; i < best.counters.size(); ++i)
      textOut() << (i == 0 ? "counters  " : "          ")
                << formatCounter(best.counters[i]) << '\n';
    if (!best.cacheHit)
      textOut() << llvm::formatv(
          "phases    transform {0}, lower {1}, compile {2}, verify {3}, "
          "measure "
          "{4}\n",
          formatMs(best.phases.transformMs), formatMs(best.phases.lowerMs),
          formatMs(best.phases.compileMs), formatMs(best.phases.verifyMs),
          formatMs(best.phases.measureMs));
    if (kernels)
      print(*kernels);
  }
  return statusOf(result) == Status::Ok ? ExitOk : ExitFailed;
}
} // namespace

void addMeasureCommand(CLI::App &app, CommandLine &line,
                       const ExecutionFlags *timings) {
  CLI::App *measure = addSubcommand(
      app, "measure",
      "Compile, verify and time one schedule of a program, or IR that "
      "implements it");
  auto flags = std::make_shared<MeasureFlags>();
  flags->program.addTo(*measure);
  flags->schedule.addTo(*measure);
  Option module =
      addOption(
          *measure, "--module", flags->module,
          "IR that implements the program, in place of a schedule: transformed "
          "by other tools or by hand, in any of MLIR's own dialects, with the "
          "signature of the program. It is lowered from where it stands and "
          "verified against the program [default: none]")
          .type("FILE")
          .check(checkFileIsThere)
          .excludes("--schedule")
          .excludes("--schedule-file");
  if (!timings) {
    flags->execution.addTo(*measure);
    flags->execution.addCountersTo(*measure);
    flags->kernels.addTo(*measure);
    flags->substitutions.addTo(*measure);
    flags->target.addTo(*measure);
    addDeviceTo(*measure, flags->execution)
        .excludes("--target")
        .excludes("--cpu");
    // Kernels are those of a scheduled program.
    for (const KernelFlags::Place &place : KernelFlags::everyPlace)
      module.excludes(optionOf(*measure, place.option));
    for (const char *name : SubstitutionFlags::everyName())
      module.excludes(optionOf(*measure, name));
  }
  flags->output.addJson(*measure);
  setRun(*measure, line, runMeasure, flags, timings);
}
} // namespace mlirgym::tools
