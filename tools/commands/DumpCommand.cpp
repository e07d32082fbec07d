//===- tools/commands/DumpCommand.cpp - mlirgym dump ----------------------===//
#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/device/Device.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/worker/CompileWorker.h"
#include "kernels/KernelDump.h"
#include "kernels/KernelOutliner.h"
#include "kernels/ProgramBinary.h"
#include "kernels/bundle/GpuBundle.h"
#include "lowering/LoweringStage.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "program/Limits.h"
#include "program/Placement.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/files/ProgramFile.h"
#include "tools/Arguments.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/KernelFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/ScheduleFiles.h"
#include "tools/flags/SubstitutionFlags.h"
#include "tools/flags/TargetFlags.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

namespace mlirgym::tools {
namespace {

struct DumpFlags {
  ProgramArgument program;
  std::string stage = "scheduled", emit, out, device, scheduleList;
  ScheduleArgument schedule;
  bool script = false, programOnly = false, listKernels = false;
  bool transfers = false;
  std::vector<std::string> resident;
  KernelFlags kernels;
  SubstitutionFlags substitutions;
  TargetFlags target;
  OutputFlags output;
};

/// In a worker process, since unusual schedules may crash MLIR.
llvm::Expected<std::string> lower(const Program &program,
                                  llvm::StringRef script, LoweringStage stage,
                                  const Target &target) {
  worker::WorkerOptions options;
  options.target = target;
  MLIRGYM_TRY(options.path, worker::findWorker(""));
  options.memoryLimitBytes = ExecutionOptions().memoryLimitBytes;
  options.timeoutMs = 10 * 60'000; // a longer limit than for a search
  MLIRGYM_TRY(auto lowered,
              worker::CompileWorker(options).compile(
                  program.text(), program.entry(), script, stage));
  if (lowered.status != Status::Ok)
    return llvm::createStringError(lowered.message);
  llvm::ArrayRef<char> text = lowered.object.bytes();
  return std::string(text.begin(), text.end());
}

llvm::Expected<std::string> dump(const DumpFlags &flags) {
  MLIRGYM_TRY(auto target, flags.target.find());
  MLIRGYM_TRY(auto program, flags.program.load());
  if (flags.programOnly)
    return program->text().str();
  if (flags.transfers) {
    MLIRGYM_TRY(auto placement, Placement::of(*program, flags.resident));
    return transfersOf(*program, placement);
  }
  MLIRGYM_TRY(auto request,
              flags.emit.empty()
                  ? flags.schedule.requestFor(std::move(program))
                  : flags.schedule.requestForKernels(std::move(program)));
  if (!flags.emit.empty()) {
    KernelOutlinerOptions workers;
    workers.target = std::move(target);
    workers.interrupted = interrupted;
    return makeBinary(request.program, request.schedule,
                      *parseBinaryForm(flags.emit), std::move(workers));
  }
  const Program &payload = *request.program;
  llvm::Expected<std::string> script =
      request.script.empty() ? toTransformScript(payload, request.schedule)
                             : std::move(request.script);
  if (!script || flags.script)
    return script;
  return lower(payload, *script, *parseLoweringStage(flags.stage), target);
}

llvm::Expected<KernelDump> dumpKernelsOf(const DumpFlags &flags) {
  MLIRGYM_TRY(auto target, flags.target.find());
  MLIRGYM_TRY(auto program, flags.program.load());
  MLIRGYM_TRY(auto request,
              flags.schedule.requestForKernels(std::move(program)));
  MLIRGYM_TRY(auto substituter, flags.substitutions.open(target));
  if (substituter) {
    // With errors for the names of other programs.
    MLIRGYM_TRY(auto given,
                substituter->check(request.program, request.schedule));
    printNotes(given.records);
  }
  KernelFlags kernels = flags.kernels;
  kernels.target = std::move(target);
  return kernels.dump(std::move(request.program), request.schedule,
                      flags.output, /*subfolder=*/"", substituter);
}

int runKernels(const DumpFlags &flags) {
  return flags.output.report(
      dumpKernelsOf(flags),
      [&](const KernelDump &dump) {
        nlohmann::ordered_json object{{"status", "ok"}};
        object.update(toJson(dump));
        if (flags.substitutions.any())
          object["substitutions"] = toJson(dump.substitutions);
        return object;
      },
      [&](const KernelDump &dump) {
        if (flags.listKernels)
          textOut() << dump.outline.table();
        print(dump);
      });
}

/// The schedules of --schedule-list, one a line, or that of --schedule.
llvm::Expected<std::vector<Schedule>>
schedulesOf(const DumpFlags &flags, std::shared_ptr<const Program> program) {
  std::vector<Schedule> schedules;
  if (flags.scheduleList.empty()) {
    MLIRGYM_TRY(auto request,
                flags.schedule.requestForKernels(std::move(program)));
    schedules.push_back(std::move(request.schedule));
    return schedules;
  }
  MLIRGYM_TRY(auto buffer, readRegularFile(flags.scheduleList, maxScriptBytes,
                                           "give a schedule a line"));
  llvm::SmallVector<llvm::StringRef> lines;
  buffer->getBuffer().split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines)) {
    if (line.trim().empty() || line.trim().starts_with("#"))
      continue;
    auto schedule = Schedule::parse(line);
    if (!schedule) {
      llvm::consumeError(schedule.takeError());
      // Again after as many lines, so that the error names that of the file.
      auto placed = Schedule::parse(std::string(number, '\n') + line.str());
      return llvm::createStringError(flags.scheduleList + ": " +
                                     llvm::toString(placed.takeError()));
    }
    schedules.push_back(std::move(*schedule));
  }
  if (schedules.empty())
    return llvm::createStringError(flags.scheduleList +
                                   ": no schedule; give a schedule a line");
  return schedules;
}

llvm::Expected<GpuBundle> dumpBundle(const DumpFlags &flags) {
  MLIRGYM_TRY(auto device, Device::describe(flags.device));
  if (!llvm::Triple(device.target.triple).isNVPTX())
    return llvm::createStringError(
        flags.device + ": bundles are for GPUs; choose cuda:0 or cuda:sm_90, "
                       "or leave --device out");
  if (device.identity.empty()) { // of this machine, but its driver has none
    auto opened = Device::open(device);
    if (!opened)
      return llvm::createStringError(
          llvm::toString(opened.takeError()) +
          ", or name a processor that is elsewhere: cuda:sm_90a");
  }
  if (flags.kernels.places.files.empty() || flags.kernels.places.files == "-")
    return llvm::createStringError("a bundle is a folder; name it with "
                                   "--dump-files-to DIR");
  MLIRGYM_TRY(auto program, flags.program.load());
  MLIRGYM_TRY(auto schedules, schedulesOf(flags, program));
  GpuBundleOptions options = {.target = device.target,
                              .interrupted = interrupted};
  if (!flags.scheduleList.empty())
    options.refusals = GpuBundleOptions::Refusals::Record;
  catchInterrupts();
  auto bundle =
      writeGpuBundle(program, schedules, flags.kernels.places.files, options);
  if (!bundle.errorIsA<InterruptedError>())
    return bundle;
  llvm::consumeError(bundle.takeError());
  return llvm::createStringError("interrupted; no schedule was added to " +
                                 flags.kernels.places.files +
                                 ", repeat the call");
}

int runBundle(const DumpFlags &flags) {
  return flags.output.report(
      dumpBundle(flags),
      [&](const GpuBundle &bundle) {
        return nlohmann::ordered_json{{"status", "ok"},
                                      {"folder", flags.kernels.places.files},
                                      {"schedules", bundle.schedules},
                                      {"refused", bundle.refused},
                                      {"compiled", bundle.compiled},
                                      {"bytes", bundle.bytes}};
      },
      [&](const GpuBundle &bundle) {
        const std::string &folder = flags.kernels.places.files;
        textOut() << folder << ": " << bundle.schedules << " schedules, "
                  << bundle.compiled << " of them compiled now; ";
        if (bundle.refused > 0)
          textOut() << bundle.refused << " refused, see "
                    << pathIn(folder, "bundle.json") << "; ";
        textOut() << formatBytes(bundle.bytes)
                  << "\nrun them on a GPU: python3 ";
        llvm::sys::printArg(textOut(), pathIn(folder, "run.py"),
                            /*Quote=*/false); // quotes only if needed
        textOut() << " --json results.json\n";
      });
}

llvm::Error writeOut(const DumpFlags &flags, llvm::StringRef bytes) {
  MLIRGYM_TRY_TO(writeFile(flags.out, bytes));
  if (flags.emit != "executable")
    return llvm::Error::success();
  auto permissions = llvm::sys::fs::getPermissions(flags.out);
  if (!permissions)
    return llvm::createFileError(flags.out, permissions.getError());
  using llvm::sys::fs::perms;
  if (std::error_code error = llvm::sys::fs::setPermissions(
          flags.out, *permissions | perms::owner_exe | perms::group_exe |
                         perms::others_exe))
    return llvm::createFileError(flags.out, error);
  return llvm::Error::success();
}

llvm::Expected<int> runDump(const DumpFlags &flags) {
  if (!flags.device.empty())
    return runBundle(flags);
  if (flags.listKernels || flags.kernels.any())
    return runKernels(flags);
  if (flags.substitutions.any())
    return llvm::createStringError(
        "substitutions are of kernels, and a stage is of the whole program; "
        "give --kernels or --dump-files-to DIR");
  if (!flags.emit.empty() && (flags.out.empty() || flags.out == "-"))
    return llvm::createStringError(
        "binaries are no text to print; name a file with --out");
  MLIRGYM_TRY(std::string text, dump(flags));
  bool toStdout = flags.out.empty() || flags.out == "-";
  if (!toStdout)
    MLIRGYM_TRY_TO(writeOut(flags, text));
  if (flags.output.json && toStdout)
    printJson({{"status", "ok"}, {"text", text}});
  else if (flags.output.json)
    printJson({{"status", "ok"}, {"file", flags.out}});
  else if (toStdout)
    textOut() << text;
  return ExitOk;
}
} // namespace

void addDumpCommand(CLI::App &app, CommandLine &line) {
  CLI::App *dump = addSubcommand(app, "dump",
                                 "Print a program after a schedule was "
                                 "applied, at any stage of the lowering");
  auto flags = std::make_shared<DumpFlags>();
  flags->program.addTo(*dump);
  flags->schedule.addTo(*dump);
  Option stage =
      addOption(*dump, "--stage", flags->stage,
                "Stage to print: scheduled (after the transform script), "
                "vectorized, bufferized, llvm (LLVM IR) or asm (assembly)")
          .type("STAGE")
          .check([](const std::string &stage) {
            return parseLoweringStage(stage)
                       ? std::string()
                       : "'" + stage +
                             "' is not a stage; choose scheduled, vectorized, "
                             "bufferized, llvm or asm";
          })
          .showDefault();
  Option script = addFlag(*dump, "--script", flags->script,
                          "Print the transform script instead")
                      .excludes(stage);
  Option normalised =
      addFlag(*dump, "--program", flags->programOnly,
              "Print the normalised program instead, untransformed")
          .excludes(script)
          .excludes(stage)
          .excludes("--schedule")
          .excludes("--schedule-file");
  Option transfers =
      addFlag(*dump, "--transfers", flags->transfers,
              "Print the copies around a call on a device with memory of its "
              "own instead")
          .excludes(script)
          .excludes(stage)
          .excludes(normalised)
          .excludes("--schedule")
          .excludes("--schedule-file");
  addOption(*dump, "--resident", flags->resident,
            "Arguments that stay on the device, separated by commas: see "
            "mlirgym measure --help [default: those that the program marks]")
      .type("NAME,...")
      .delimiter(',')
      .oneValueEach()
      .needs(transfers);
  Option emit =
      addOption(*dump, "--emit", flags->emit,
                "Write kernels and host function as one file instead: object, "
                "archive, library (shared) or executable, which checks them on "
                "inputs and outputs that it contains [default: none]")
          .type("FORM")
          .check([](const std::string &form) {
            return parseBinaryForm(form)
                       ? std::string()
                       : "'" + form +
                             "' is not a form; choose object, archive, library "
                             "or executable";
          })
          .excludes(script)
          .excludes(stage)
          .excludes(normalised)
          .excludes(transfers);
  Option out = addOption(*dump, "--out,-o", flags->out,
                         "Write to FILE [default: stdout]")
                   .type("FILE");
  Option kernels = addFlag(*dump, "--kernels", flags->listKernels,
                           "Print a table of the kernels instead; with --json "
                           "their manifest");
  flags->kernels.addTo(*dump);
  Option device =
      addOption(*dump, "--device", flags->device,
                "Write a bundle for this GPU to the folder of --dump-files-to "
                "instead: cuda:sm_90 for one that is not here, cuda:0 for one "
                "of this machine. It runs, verifies and times the schedules "
                "where only a driver is; schedules are added to those of the "
                "folder [default: no bundle]")
          .type("ID")
          .group("Target");
  addOption(
      *dump, "--schedule-list", flags->scheduleList,
      "With --device: file with a schedule a line, all for one bundle; one "
      "without code is noted in it with the reason [default: none]")
      .type("FILE")
      .check(checkFileIsThere)
      .needs(device)
      .excludes("--schedule")
      .excludes("--schedule-file");
  flags->substitutions.addTo(*dump);
  flags->target.addTo(*dump);
  for (const char *target : {"--target", "--cpu", "--features"})
    device.excludes(target);
  for (const char *name : SubstitutionFlags::everyName())
    device.excludes(name);
  device.excludes(kernels);
  for (const KernelFlags::Place &place : KernelFlags::everyPlace)
    if (place.member != &KernelDumpOptions::files)
      device.excludes(place.option);
  for (Option other : {script, stage, normalised, transfers, emit, out}) {
    device.excludes(other);
    kernels.excludes(other);
    for (const KernelFlags::Place &place : KernelFlags::everyPlace)
      other.excludes(place.option);
  }
  flags->output.addJson(*dump);
  setRun(*dump, line,
         [flags] { return flags->output.exitCode(runDump(*flags)); });
}
} // namespace mlirgym::tools
