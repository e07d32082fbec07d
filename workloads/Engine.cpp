#include "workloads/Engine.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/Peak.h"
#include "execution/ProgramModule.h"
#include "execution/SharedLibraries.h"
#include "execution/batch/MemoryNeeds.h"
#include "execution/device/Device.h"
#include "execution/device/HostMachine.h"
#include "execution/timing/MeasureProtocol.h"
#include "lowering/LoweringStage.h"
#include "lowering/Machine.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "workloads/ScheduleKnobs.h"
#include "workloads/Workload.h"
#include "workloads/WorkloadParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
namespace {
llvm::Error checkRequirements(const WorkloadRequirements &needs,
                              llvm::StringRef name,
                              const Execution &execution) {
  const unsigned threads = execution.options().threads;
  const DeviceDescription &device = execution.device();
  const Target &target = device.target;
  const std::string runner = isNarrowerHost(device)
                                 ? "this machine with less of its features"
                             : device.isHost() ? "this machine"
                                               : device.id;
  auto lacking = [&](const llvm::Twine &what) {
    return llvm::make_error<RequirementError>((name + ": needs " + what).str());
  };
  auto missing = [&](const llvm::Twine &what) {
    return lacking(what + "; run it on another " +
                   (device.isHost() ? "machine" : "device"));
  };
  if (needs.threads > threads)
    return lacking(llvm::Twine(needs.threads) + " threads, the execution has " +
                   llvm::Twine(threads) + "; give it as many");
  if (needs.vectorBits > target.vectorBits)
    return missing("vectors of " + llvm::Twine(needs.vectorBits) + " bits, " +
                   runner + " has " + llvm::Twine(target.vectorBits));
  // All devices are processes of this machine.
  if (const int64_t bytes = Machine::host().memoryBytes;
      needs.memoryBytes > bytes)
    return missing(llvm::Twine(needs.memoryBytes) +
                   " bytes of memory, this machine has " + llvm::Twine(bytes));
  llvm::SmallVector<llvm::StringRef> has;
  llvm::StringRef(target.features).split(has, ',');
  for (const std::string &feature : needs.features)
    if (!llvm::is_contained(has, "+" + feature))
      return missing(feature + ", which " + runner + " lacks");
  return llvm::Error::success();
}
} // namespace

llvm::Expected<std::unique_ptr<Engine>>
Engine::create(std::shared_ptr<const Workload> workload,
               std::shared_ptr<Execution> execution) {
  MLIRGYM_TRY(auto program, workload->program());
  MLIRGYM_TRY(auto needs, workload->requirements());
  MLIRGYM_TRY_TO(checkRequirements(needs, program->name(), *execution));
  MLIRGYM_TRY(auto lowering, workload->lowering());
  const llvm::StringRef passes = llvm::StringRef(lowering).trim();
  if (passes != "mlirgym" && !passes.starts_with("builtin.module("))
    return llvm::make_error<ProgramError>(
        (program->name() + ": the lowering is '" + passes +
         "'; give \"mlirgym\", or a pass pipeline builtin.module(...)")
            .str());
  MLIRGYM_TRY(auto identity, workload->cacheKey());
  if (!identity)
    execution->forget(*program);
  std::unique_ptr<Engine> engine(
      new Engine(std::move(workload), program, std::move(execution)));
  if (passes != "mlirgym")
    engine->passes = passes.str();
  if (needs.libraries.empty())
    return engine;
  MLIRGYM_TRY(engine->libraries, SharedLibraries::read(needs.libraries));
  return engine;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

llvm::Expected<llvm::ArrayRef<ScheduleKnob>>
Engine::knobsOf(llvm::StringRef code) {
  if (code == knownCode)
    return knownKnobs;
  std::vector<ScheduleKnob> knobs;
  if (mayHaveKnobs(code)) {
    // Without script, passes or stage this prints the scripts.
    const ExecutionRequest scripts{
        .program = payload,
        .module = std::make_shared<const ProgramModule>(
            ProgramModule{code.str(), /*hash=*/""})};
    MLIRGYM_TRY(auto printed, runner->lower(scripts, LoweringStage::Scheduled));
    MLIRGYM_TRY(knobs, readKnobs(printed));
  }
  knownCode = code.str();
  knownKnobs = std::move(knobs);
  return knownKnobs;
}

llvm::Expected<ParameterChoices> Engine::parameters() {
  auto choices = work->parameters();
  if (!choices || !choices->empty())
    return choices;
  MLIRGYM_TRY(auto code, work->scheduleModule({}));
  MLIRGYM_TRY(auto knobs, knobsOf(code));
  return choicesOf(knobs);
}

llvm::Error Engine::checkNames(llvm::ArrayRef<ScheduleKnob> knobs,
                               const WorkloadParameters &values) const {
  auto isKnob = [&](llvm::StringRef name) {
    return llvm::any_of(
        knobs, [&](const ScheduleKnob &knob) { return knob.name == name; });
  };
  MLIRGYM_TRY(auto choices, work->parameters());
  for (const auto &[name, value] : values)
    if (!isKnob(name) && llvm::none_of(choices, [&](const auto &choice) {
          return choice.first == name;
        }))
      return llvm::make_error<ProgramError>(
          (payload->name() + ": no parameter and no knob '" + name + "'; " +
           "there are " +
           llvm::join(llvm::map_range(
                          knobs, [](const auto &knob) { return knob.name; }),
                      ", "))
              .str());
  return llvm::Error::success();
}

ExecutionRequest Engine::untransformed() const {
  ExecutionRequest what{payload};
  what.passes = passes;
  what.libraries = libraries;
  return what;
}

llvm::Expected<ExecutionRequest>
Engine::requestFor(llvm::StringRef code, const WorkloadParameters &parameters) {
  auto what = ExecutionRequest::parse(payload, code);
  if (!what)
    return what;
  if (mayHaveKnobs(what->script)) {
    MLIRGYM_TRY(auto knobs, knobsOf(code));
    MLIRGYM_TRY_TO(checkNames(knobs, parameters));
    MLIRGYM_TRY(what->script, withKnobs(what->script, knobs, parameters));
  }
  what->passes = passes;
  what->libraries = libraries;
  return what;
}

llvm::Expected<ExecutionRequest>
Engine::request(const WorkloadParameters &parameters) {
  MLIRGYM_TRY(auto code, work->scheduleModule(parameters));
  return requestFor(code, parameters);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Stores the error message of the workload's check in the result. Errors:
/// those of the check itself.
llvm::Error Engine::verify(llvm::ArrayRef<HostBuffer> inputs,
                           CallResult &result) const {
  llvm::Error wrong =
      work->verify(payload->arguments(), inputs, result.outputs);
  if (!wrong || wrong.isA<WorkloadError>() || wrong.isA<ExecutionError>())
    return wrong;
  result.measurement = {};
  result.measurement.status = Status::WrongResult;
  result.measurement.message = llvm::toString(std::move(wrong));
  return llvm::Error::success();
}

llvm::Expected<Engine::TimedCall>
Engine::call(const ExecutionRequest &what, Check check,
             std::optional<MeasureProtocol> protocol) {
  // Checked before inputs are allocated, which may not fit into memory.
  MLIRGYM_TRY_TO(requireMemory(*payload, runner->options().memoryLimitBytes));
  MLIRGYM_TRY(auto inputs, work->inputs());
  std::vector<llvm::ArrayRef<char>> given;
  for (const HostBuffer &input : inputs)
    given.emplace_back(input.bytes);
  const LaterCalls later =
      check == Check::Outputs ? LaterCalls::Compared : LaterCalls::Ignored;
  MLIRGYM_TRY(auto answer,
              protocol ? runner->benchmark(what, given, *protocol, later)
                       : runner->call(what, given));
  TimedCall timed{{std::move(answer.measurement), {}},
                  std::move(answer.timesNs)};
  CallResult &result = timed.result;
  if (!result.measurement.ok())
    return timed;
  MLIRGYM_TRY(auto outputs, work->newOutputs());
  for (auto [buffer, bytes] : llvm::zip_equal(outputs, answer.outputs))
    std::memcpy(buffer.data(), bytes.data(), bytes.size());
  result.outputs = std::move(outputs);
  if (check == Check::Outputs)
    MLIRGYM_TRY_TO(verify(inputs, result));
  return timed;
}

llvm::Expected<Engine::CallResult> Engine::call(const ExecutionRequest &what,
                                                Check check) {
  MLIRGYM_TRY(auto done, call(what, check, std::nullopt));
  return std::move(done.result);
}

llvm::Expected<Engine::CallResult>
Engine::call(const WorkloadParameters &parameters, Check check) {
  MLIRGYM_TRY(auto what, request(parameters));
  return call(what, check);
}

llvm::Expected<Engine::Benchmark>
Engine::benchmark(const WorkloadParameters &parameters) {
  return benchmark(parameters, TimingOptions());
}

llvm::Expected<Engine::Benchmark>
Engine::benchmark(const WorkloadParameters &parameters,
                  const TimingOptions &timing) {
  MLIRGYM_TRY(auto what, request(parameters));
  return benchmark(what, timing);
}

llvm::Expected<Engine::Benchmark>
Engine::benchmark(const ExecutionRequest &what, const TimingOptions &timing) {
  MeasureProtocol protocol = runner->options().protocol;
  protocol.warmUpCalls = timing.warmUpCalls;
  if (timing.runs > 0) {
    protocol.minRepeats = protocol.maxRepeats = timing.runs;
    protocol.budgetMs = std::numeric_limits<double>::infinity();
  }
  MLIRGYM_TRY(auto timed, call(what, timing.check, protocol));
  Benchmark result;
  result.measurement = std::move(timed.result.measurement);
  result.timesNs = std::move(timed.timesNs);
  if (!result.measurement.ok() || result.measurement.medianNs <= 0 ||
      result.measurement.metric != Metric::Nanoseconds)
    return result; // no rates
  MLIRGYM_TRY(auto counts, work->complexity(*payload));
  llvm::ArrayRef<Argument> arguments = payload->arguments();
  MLIRGYM_TRY(auto peak,
              measurePeak(*runner, arguments.empty()
                                       ? ElementType::F32
                                       : arguments.front().elementType));
  const double ns = result.measurement.medianNs;
  result.gflops = counts.flops / ns;
  result.gbytesPerSecond = (counts.bytesRead + counts.bytesWritten) / ns;
  result.percentOfPeakFlops = 100 * result.gflops / peak.gflops;
  result.percentOfPeakBandwidth =
      100 * result.gbytesPerSecond / peak.gbytesPerSecond;
  return result;
}

llvm::Expected<Measurement>
Engine::measure(const WorkloadParameters &parameters) {
  MLIRGYM_TRY(auto what, request(parameters));
  return measure(what);
}

llvm::Expected<Measurement> Engine::measure(const ExecutionRequest &what) {
  return runner->measure(what);
}

llvm::Expected<std::string> Engine::lower(const WorkloadParameters &parameters,
                                          LoweringStage stage) {
  MLIRGYM_TRY(auto what, request(parameters));
  return runner->lower(what, stage);
}

llvm::Expected<std::vector<std::string>> Engine::stages() const {
  MLIRGYM_TRY(auto own, work->stages());
  std::vector<std::string> names{"payload"};
  llvm::append_range(names, own);
  names.emplace_back("scheduled");
  if (!passes.empty())
    names.emplace_back("passes");
  for (const char *name : {"vectorized", "bufferized", "llvm", "assembly"})
    names.emplace_back(name);
  return names;
}

llvm::Expected<std::string> Engine::lower(const ExecutionRequest &what,
                                          llvm::StringRef stage) {
  if (stage == "payload")
    return what.payload().str();
  if (stage == "scheduled") {
    ExecutionRequest scheduled = what;
    scheduled.passes.clear();
    return runner->lower(scheduled, LoweringStage::Scheduled);
  }
  if (stage == "passes" && !what.passes.empty())
    return runner->lower(what, LoweringStage::Scheduled);
  if (auto last = parseLoweringStage(stage == "lowered" ? "llvm" : stage))
    return runner->lower(what, *last);
  MLIRGYM_TRY(auto names, stages());
  return llvm::make_error<ProgramError>(
      (payload->name() + ": no lowering stage '" + stage + "'; choose one of " +
       llvm::join(names, ", "))
          .str());
}

llvm::Expected<std::string> Engine::lower(const WorkloadParameters &parameters,
                                          llvm::StringRef stage) {
  MLIRGYM_TRY(auto own, work->stages());
  const bool isOwn = llvm::is_contained(own, stage);
  MLIRGYM_TRY(auto code, isOwn ? work->scheduleUpTo(parameters, stage)
                               : work->scheduleModule(parameters));
  MLIRGYM_TRY(auto what, requestFor(code, parameters));
  return lower(what, isOwn ? "scheduled" : stage);
}

} // namespace mlirgym
