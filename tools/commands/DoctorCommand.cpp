//===- tools/commands/DoctorCommand.cpp - mlirgym doctor ------------------===//
#include "execution/Execution.h"
#include "execution/Peak.h"
#include "execution/device/Device.h"
#include "execution/device/HostMachine.h"
#include "execution/kernelcache/KernelCache.h"
#include "lowering/Machine.h"
#include "lowering/target/Target.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/Units.h"
#include "program/MachineProfile.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/suites/ReferenceSchedules.h"
#include "program/suites/Suite.h"
#include "tools/Arguments.h"
#include "tools/CommandLine.h"
#include "tools/HostChecks.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/report/Table.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym::tools {
namespace {

using Verdict = Check::Verdict;

Check checkLibTorch() {
  std::string version = libTorchVersionText();
  if (version == "none")
    return {"LibTorch", "not built in", Verdict::Warning,
            "searchers work, `train` does not; build with -DMLIRGYM_TORCH=ON"};
  if (std::string reason = whyNoLibTorch(); !reason.empty())
    return {"LibTorch", version + " is not there", Verdict::Warning, reason};
  llvm::SmallString<128> program(ownPath());
  llvm::sys::path::remove_filename(program);
  llvm::sys::path::append(program, "mlirgym-torch");
  if (!llvm::sys::fs::can_execute(program))
    return {"LibTorch", version, Verdict::Failure,
            llvm::formatv("{0} is missing; build it", program)};
  return {"LibTorch", version, Verdict::Good};
}

Check checkSuites() {
  std::vector<std::string> suites = Suite::available();
  if (suites.empty())
    return {"data", dataDirectory(), Verdict::Failure,
            "contains no suite; set MLIRGYM_DATA_DIR to the folder `data`"};
  return {"data",
          llvm::formatv("{0}: {1} suites", dataDirectory(), suites.size()),
          Verdict::Good};
}

/// Compiles, verifies and times a small program in a worker.
Check checkWorker() {
  constexpr const char *name = "relu_64_100";
  const Stopwatch taken;
  auto sample = [&]() -> llvm::Expected<Measurement> {
    MLIRGYM_TRY(auto program, ProgramSource().load(name));
    MLIRGYM_TRY(auto execution, Execution::create({})); // timings in memory
    return execution->baseline(program);
  }();
  double ns = taken.nanoseconds();
  if (!sample)
    return {"worker", llvm::toString(sample.takeError()), Verdict::Failure,
            "set MLIRGYM_WORKER to the program mlirgym-worker"};
  if (!sample->ok())
    return {"worker",
            llvm::formatv("{0}: {1}: {2}", name, nameOf(sample->status),
                          sample->message),
            Verdict::Failure,
            "this program runs on every supported machine; please report it"};
  return {
      "worker",
      llvm::formatv(
          "compiled, ran and timed {0} in {1} ({2} per call, spread {3:f1} %)",
          name, formatNs(ns), formatNs(sample->medianNs), sample->spread * 100),
      Verdict::Good};
}

/// Whether this machine was calibrated, and the machine whose reference
/// schedules are tried first.
Check checkProfile() {
  auto device = Device::describe("host");
  auto profile = device ? profileOf(*device) : device.takeError();
  auto references = ReferenceSchedules::load();
  if (!profile || !references)
    return {"profile",
            llvm::toString(llvm::joinErrors(
                profile ? llvm::Error::success() : profile.takeError(),
                references ? llvm::Error::success() : references.takeError())),
            Verdict::Failure, "searches and estimates use this file"};
  std::string value =
      profile->f32 > 0
          ? llvm::formatv("{0:f1} multiply-adds per cycle in f32", profile->f32)
                .str()
          : "not calibrated (mlirgym doctor --calibrate)";
  if (const ReferenceMachine *nearest = references->nearestTo(*profile))
    value += "; nearest references: " + nearest->name;
  return {"profile", value};
}

/// "vectors of 128 bits", "vectors of 4 registers of 128 bits".
std::string describeVectors(const Target &target) {
  const unsigned registers = target.registerGroup;
  return llvm::formatv(
      "vectors of {0}{1} bits",
      registers == 1 ? std::string()
                     : llvm::formatv("{0} registers of ", registers).str(),
      target.vectorBits / registers);
}

/// Checks that a device can be opened.
Check checkDevice(const DeviceDescription &description) {
  const std::string &id = description.id;
  auto device = Device::open(description);
  if (!device) {
    const std::string text = llvm::toString(device.takeError());
    llvm::StringRef reason = text;
    reason.consume_front(id + ": ");
    return {id, "absent: " + reason.str()};
  }
  const Target &target = (*device)->target();
  return {id,
          llvm::formatv("{0}, {1}; {2}", target.cpu, describeVectors(target),
                        wordsOf((*device)->metric())),
          Verdict::Good};
}

std::vector<Check> examine() {
  std::vector<Check> checks = {
      {"mlirgym", MLIRGYM_VERSION},
      {"MLIR", LLVM_VERSION_STRING},
      {"toolchain", toolchainId()},
      checkLibTorch(),
      checkProcessor(),
      checkCores(),
      checkVectors(),
      checkCaches(),
      checkProfile(),
      checkGovernor(),
      checkTurbo(),
      checkTimer(),
      checkLoad(),
      checkNoise(),
      checkSeccomp(),
      checkCounters(),
      checkWorker(),
      checkSuites(),
      checkDisk("exec data", std::string(llvm::sys::path::parent_path(
                                 defaultExecDataFile()))),
  };
  for (const DeviceDescription &device : Device::known())
    if (!device.isHost()) // the checks above
      checks.push_back(checkDevice(device));
  std::string kernels =
      llvm::sys::Process::GetEnv("MLIRGYM_CACHE_DIR").value_or("");
  if (kernels.empty())
    kernels = defaultKernelFolder();
  if (!kernels.empty())
    checks.push_back(checkDisk("kernel cache", kernels));
  return checks;
}

void print(llvm::ArrayRef<Check> checks) {
  Table table({{}, {}, {}});
  for (const Check &check : checks)
    table.addRow({check.name, nameOf(check.verdict).str(), check.value});
  table.print(textOut());
  for (const Check &check : checks)
    if (!check.advice.empty())
      textOut() << "\n" << check.name << ": " << check.advice;
  textOut() << "\n";
}

int runDoctor(const OutputFlags &output) {
  std::vector<Check> checks = examine();
  bool failed = llvm::any_of(checks, [](const Check &check) {
    return check.verdict == Verdict::Failure;
  });
  if (!output.json) {
    print(checks);
    return failed ? ExitFailed : ExitOk;
  }
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Check &check : checks) {
    nlohmann::ordered_json entry = {
        {"name", check.name},
        {"value", check.value},
        {"verdict", check.verdict == Verdict::Fact
                        ? "fact"
                        : nameOf(check.verdict).str()}};
    if (!check.advice.empty())
      entry["advice"] = check.advice;
    list.push_back(std::move(entry));
  }
  printJson({{"status", failed ? "failed" : "ok"}, {"checks", list}});
  return failed ? ExitFailed : ExitOk;
}
/// Measures the profile of this machine and stores it.
llvm::Expected<int> calibrate(const OutputFlags &output) {
  ExecutionOptions options; // timings in memory
  // Ten kernels in two seconds, compiling and verifying included.
  options.protocol.budgetMs = 50;
  MLIRGYM_TRY(auto execution, Execution::create(std::move(options)));
  MLIRGYM_TRY(const MachineProfile profile, measureProfile(*execution));
  const std::string file = profileFile();
  const llvm::StringRef folder = llvm::sys::path::parent_path(file);
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(error, folder + ": " + error.message());
  MLIRGYM_TRY_TO(writeAtomically(file, profile.text()));
  if (output.json) {
    auto object = nlohmann::ordered_json::parse(profile.text());
    object["status"] = "ok";
    object["file"] = file;
    printJson(object);
    return ExitOk;
  }
  textOut() << profile.machine << ", class " << profile.vectors.name()
            << ", one core\n";
  Table table({{}, {{}, Table::Align::Right}, {}});
  for (const MachineProfile::Field &field : MachineProfile::fields())
    if (const double value = profile.*field.value; value > 0)
      table.addRow({field.name.str(),
                    field.unit == "bytes"
                        ? formatBytes(value)
                        : llvm::formatv("{0:f1}", value).str(),
                    field.unit == "bytes" ? "" : field.unit.str()});
  table.print(textOut());
  textOut() << "wrote " << file << "\n";
  return ExitOk;
}
} // namespace

void addDoctorCommand(CLI::App &app, CommandLine &line) {
  CLI::App *doctor = addSubcommand(
      app, "doctor",
      "Report on this machine and on problems with measuring on it");
  auto output = std::make_shared<OutputFlags>();
  auto measures = std::make_shared<bool>(false);
  addFlag(*doctor, "--calibrate", *measures,
          "Measure in two seconds what one core of this machine can do, in "
          "multiply-adds and bytes per cycle, and store it for searches, "
          "instead of the report [default: do not]");
  output->addJson(*doctor);
  setRun(*doctor, line, [output, measures] {
    return *measures ? output->exitCode(calibrate(*output))
                     : runDoctor(*output);
  });
}
} // namespace mlirgym::tools
