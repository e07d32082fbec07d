// Our side of `scripts/bench peers`: answers requests on standard input, one
// line of JSON each; compiles, checks for faults and times in the workers that
// Execution uses, by the same protocol.
//
//   {"load": {"program", "schedule", "text", "folder"}}
//       compiles and runs the program of that name, or of that text; with a
//       folder writes the program as FOLDER/program.mlir, the inputs as
//       FOLDER/input<i>.bin, the output as FOLDER/mlirgym.bin -> {"compile_ms"}
//   {"time": {"batch_ms", "repeats", "schedule"}} -> {"times_ns": [median]}
//       of one of the schedules that were loaded for the program; without it,
//       of the last one
//   {"references": {"program"}}
//       the known schedules for its number of threads -> {"class" of this
//       machine, "shipped": [{"class", "schedule"}], the nearest machine first,
//       "found": schedule found on this machine, or null}
//
// Errors are answered by {"error": reason}.

#include "actions/Schedule.h"
#include "execution/device/Device.h"
#include "execution/device/HostMachine.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/Messages.h"
#include "execution/wire/ProgramData.h"
#include "execution/wire/RandomFill.h"
#include "execution/worker/CompileWorker.h"
#include "execution/worker/MeasureWorker.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/suites/FoundReferences.h"
#include "program/suites/ReferenceSchedules.h"
#include "program/suites/Suite.h"
#include "tools/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

using namespace mlirgym;
using namespace mlirgym::worker;
using Json = nlohmann::json;

namespace {

llvm::Error write(const std::filesystem::path &path,
                  llvm::ArrayRef<char> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file)
    return llvm::createStringError(path.string() + ": cannot be written");
  return llvm::Error::success();
}

/// As for measuring, but with every value of a byte: code that saturates sums
/// of two products would be right on small ones.
llvm::Expected<ProgramData> makeData(const Program &program) {
  llvm::ArrayRef<Argument> arguments = program.arguments();
  auto isBytes = [](const Argument &argument) {
    return argument.isInput && argument.elementType == ElementType::I8;
  };
  if (llvm::none_of(arguments, isBytes))
    return ProgramData::create(program);
  std::vector<std::vector<char>> inputs;
  for (const Argument &argument : arguments) {
    if (!argument.isInput)
      continue;
    inputs.emplace_back(argument.sizeBytes());
    const uint64_t seed = ProgramData::seedOf(program) + inputs.size();
    if (isBytes(argument))
      fill(argument,
           {.kind = CountedFill::Kind::Range,
            .seed = seed,
            .low = -128,
            .high = 127},
           inputs.back().data());
    else
      fillUniform(argument, seed, inputs.back().data());
  }
  std::vector<llvm::ArrayRef<char>> bytes(inputs.begin(), inputs.end());
  return ProgramData::create(arguments, bytes);
}

/// One program under one schedule, in a worker.
class Subject {
public:
  Subject(DeviceDescription host, unsigned threads, std::vector<uint32_t> cpus)
      : device(std::move(host)), threads(threads) {
    WorkerOptions options;
    options.path = llvm::cantFail(findWorker(""));
    options.target = device.target;
    options.memoryLimitBytes = uint64_t(12) << 30;
    options.timeoutMs = 60000;
    compiler = std::make_unique<CompileWorker>(options);
    options.role = WorkerRole::Measure;
    options.threads = threads;
    options.cpus = std::move(cpus);
    runner = std::make_unique<MeasureWorker>(options);
  }

  llvm::Expected<Json> load(const Json &request) {
    auto name = request.at("program").get<std::string>();
    if (name != program.name())
      if (llvm::Error error = setProgram(name, request.value("text", "")))
        return std::move(error);
    auto schedule = Schedule::parse(request.at("schedule").get<std::string>());
    if (!schedule)
      return schedule.takeError();
    std::string script;
    if (!schedule->empty()) {
      auto made = toTransformScript(program, threads == 1 ? schedule->serial()
                                                          : *schedule);
      if (!made)
        return made.takeError();
      script = std::move(*made);
    }
    auto kernel = compiler->compile(program.text(), program.entry(), script);
    if (!kernel)
      return kernel.takeError();
    if (kernel->status != Status::Ok)
      return llvm::createStringError(
          (nameOf(kernel->status) + ": " + kernel->message).str());
    latest = schedule->text();
    objects[latest] = std::move(kernel->object);
    MemoryFile output;
    if (auto times = run(latest, /*repeats=*/0, /*batchMs=*/0, &output); !times)
      return times.takeError();
    if (request.contains("folder"))
      if (auto error = writeData(request["folder"].get<std::string>(), output))
        return std::move(error);
    const PhaseTimes &phases = kernel->phases;
    return Json{
        {"compile_ms", phases.transformMs + phases.lowerMs + phases.compileMs}};
  }

  llvm::Expected<Json> time(const Json &request) {
    auto ns = run(request.value("schedule", latest),
                  request.at("repeats").get<unsigned>(),
                  request.at("batch_ms").get<double>(), nullptr);
    if (!ns)
      return ns.takeError();
    return Json{{"times_ns", {*ns}}};
  }

  /// Schedules for the kernels' number of threads.
  llvm::Expected<Json> references(const Json &request) const {
    auto name = request.at("program").get<std::string>();
    auto here = profileOf(device);
    if (!here)
      return here.takeError();
    auto shipped = ReferenceSchedules::load();
    if (!shipped)
      return shipped.takeError();
    auto found = FoundReferences::load(
        FoundReferences::fileFor(here->vectors, device.machine()));
    if (!found)
      return found.takeError();
    Json list = Json::array();
    for (const ReferenceSchedule *one : shipped->find(name, threads, *here))
      list.push_back({{"class", one->machine->profile.vectors.name()},
                      {"schedule", one->text}});
    const FoundReference *best = found->find(name, threads);
    return Json{{"class", here->vectors.name()},
                {"shipped", std::move(list)},
                {"found", best ? Json(best->schedule) : Json()}};
  }

private:
  /// Prepares the inputs, too. Without `text`, the name says what it is.
  llvm::Error setProgram(const std::string &name, const std::string &text) {
    program = Program();
    objects.clear();
    llvm::Expected<std::string> known = text.empty()
                                            ? generateProgram(name)
                                            : llvm::Expected<std::string>(text);
    if (!known)
      return known.takeError();
    llvm::Expected<Program> loaded = loader.loadText(*known, name);
    if (!loaded)
      return loaded.takeError();
    llvm::Expected<ProgramData> made = makeData(*loaded);
    if (!made)
      return made.takeError();
    source = std::move(*known);
    program = std::move(*loaded);
    data = std::move(*made);
    return llvm::Error::success();
  }
  /// Returns the median; if `output` is given, stores the output instead.
  llvm::Expected<double> run(const std::string &schedule, unsigned repeats,
                             double batchMs, MemoryFile *output) {
    auto object = objects.find(schedule);
    if (object == objects.end())
      return llvm::createStringError("not loaded: " + schedule);
    KernelRun request;
    request.entry = program.entry();
    request.makeReference = output != nullptr;
    request.time = output == nullptr;
    request.protocol.minRepeatMs = batchMs;
    request.protocol.minRepeats = request.protocol.maxRepeats = repeats;
    request.protocol.budgetMs = 2 * batchMs * repeats + 100;
    request.protocol.tooSlowFactor = 0;
    auto outcome = runner->run(data, object->second, request);
    if (!outcome)
      return outcome.takeError();
    const Measurement &found = outcome->measurement;
    if (!found.ok())
      return llvm::createStringError(
          (nameOf(found.status) + ": " + found.message).str());
    if (output)
      *output = std::move(outcome->reference);
    return found.medianNs;
  }

  llvm::Error writeData(const std::filesystem::path &folder,
                        const MemoryFile &output) {
    if (auto error = write(folder / "program.mlir", source))
      return error;
    unsigned inputs = 0;
    for (size_t i = 0; i < program.arguments().size(); ++i) {
      const Argument &argument = program.arguments()[i];
      const ArgumentRecord &record = data.message().arguments[i];
      auto bytes = static_cast<size_t>(argument.sizeBytes());
      std::string name = "input" + std::to_string(inputs) + ".bin";
      if (argument.isInput) {
        ++inputs;
        if (auto error = write(folder / name, data.inputs().bytes().slice(
                                                  record.inputOffset, bytes)))
          return error;
      }
      if (argument.isOutput)
        if (auto error =
                write(folder / "mlirgym.bin",
                      output.bytes().slice(record.referenceOffset, bytes)))
          return error;
    }
    return llvm::Error::success();
  }

  DeviceDescription device;
  unsigned threads;
  ProgramLoader loader;
  std::string source;
  Program program;
  /// By schedule.
  std::map<std::string, MemoryFile> objects;
  std::string latest;
  ProgramData data = ProgramData();
  std::unique_ptr<CompileWorker> compiler;
  std::unique_ptr<MeasureWorker> runner;
};
} // namespace

int main(int argc, char **argv) {
  std::shared_ptr<CLI::App> app =
      tools::makeCommandLine("Answers the requests of scripts/bench peers; not "
                             "meant to be called by hand");
  unsigned threads = 1;
  std::vector<uint32_t> cpus;
  std::string features;
  tools::addOption(*app, "--threads", threads, "of the kernels");
  tools::addOption(*app, "--cpus", cpus, "processors to run on").delimiter(',');
  tools::addOption(*app, "--features", features,
                   "of this machine that the code does without");
  tools::parseOrExit(*app, argc, argv);

  llvm::Expected<DeviceDescription> host = Device::describe("host", features);
  if (!host) {
    llvm::errs() << "--features: " << llvm::toString(host.takeError()) << '\n';
    return 2;
  }
  Subject subject(std::move(*host), threads, std::move(cpus));
  for (std::string line; std::getline(std::cin, line);) {
    Json request = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    llvm::Expected<Json> answer = llvm::createStringError(
        "neither load, time nor references; send one of these");
    if (request.is_object() && request.contains("load")) {
      llvm::consumeError(answer.takeError());
      answer = subject.load(request["load"]);
    } else if (request.is_object() && request.contains("time")) {
      llvm::consumeError(answer.takeError());
      answer = subject.time(request["time"]);
    } else if (request.is_object() && request.contains("references")) {
      llvm::consumeError(answer.takeError());
      answer = subject.references(request["references"]);
    }
    Json reply =
        answer ? *answer : Json{{"error", llvm::toString(answer.takeError())}};
    std::cout << reply.dump() << '\n' << std::flush;
  }
  return 0;
}
