#include "execution/Engine.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/MemoryNeeds.h"
#include "execution/Peak.h"
#include "execution/Workload.h"
#include "execution/WorkloadParameters.h"
#include "execution/lowering/LoweringStage.h"
#include "execution/lowering/Machine.h"
#include "execution/lowering/Target.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/outcome/Measurement.h"
#include "execution/timing/MeasureProtocol.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
namespace {
llvm::Error checkRequirements(const WorkloadRequirements &needs,
                              llvm::StringRef name, unsigned threads) {
  const Machine &machine = Machine::host();
  const Target &host = machine.target;
  auto lacking = [&](const llvm::Twine &what) {
    return llvm::make_error<RequirementError>((name + ": needs " + what).str());
  };
  auto missing = [&](const llvm::Twine &what) {
    return lacking(what + "; run it on another machine");
  };
  if (needs.threads > threads)
    return lacking(llvm::Twine(needs.threads) + " threads, the execution has " +
                   llvm::Twine(threads) + "; give it as many");
  if (needs.vectorBits > host.vectorBits)
    return missing("vectors of " + llvm::Twine(needs.vectorBits) +
                   " bits, this machine has " + llvm::Twine(host.vectorBits));
  if (needs.memoryBytes > machine.memoryBytes)
    return missing(llvm::Twine(needs.memoryBytes) +
                   " bytes of memory, this machine has " +
                   llvm::Twine(machine.memoryBytes));
  llvm::SmallVector<llvm::StringRef> has;
  llvm::StringRef(host.features).split(has, ',');
  for (const std::string &feature : needs.features)
    if (!llvm::is_contained(has, "+" + feature))
      return missing(feature + ", which this machine lacks");
  return llvm::Error::success();
}
} // namespace

llvm::Expected<std::unique_ptr<Engine>>
Engine::create(std::shared_ptr<const Workload> workload,
               std::shared_ptr<Execution> execution) {
  auto program = workload->program();
  if (!program)
    return program.takeError();
  auto needs = workload->requirements();
  if (!needs)
    return needs.takeError();
  if (llvm::Error error = checkRequirements(*needs, (*program)->name(),
                                            execution->options().threads))
    return std::move(error);
  return std::unique_ptr<Engine>(
      new Engine(std::move(workload), *program, std::move(execution)));
}

llvm::Expected<ExecutionRequest>
Engine::request(const WorkloadParameters &parameters) const {
  auto code = work->scheduleModule(parameters);
  if (!code)
    return code.takeError();
  return ExecutionRequest::parse(payload, *code);
}

/// Stores the error message of the workload's check in the run. Errors: those
/// of the check itself.
llvm::Error Engine::verify(llvm::ArrayRef<HostBuffer> inputs, Run &run) const {
  llvm::Error wrong = work->verify(payload->arguments(), inputs, run.outputs);
  if (!wrong || wrong.isA<WorkloadError>() || wrong.isA<ExecutionError>())
    return wrong;
  run.measurement = {};
  run.measurement.status = Status::WrongResult;
  run.measurement.message = llvm::toString(std::move(wrong));
  return llvm::Error::success();
}

llvm::Expected<Engine::Run>
Engine::run(const ExecutionRequest &what, Check check,
            std::optional<MeasureProtocol> protocol) {
  // Checked before inputs are allocated that do not fit into memory.
  if (llvm::Error error =
          requireMemory(*payload, runner->options().memoryLimitBytes))
    return std::move(error);
  auto inputs = work->inputs();
  if (!inputs)
    return inputs.takeError();
  std::vector<llvm::ArrayRef<char>> given;
  for (const HostBuffer &input : *inputs)
    given.emplace_back(input.bytes);
  auto result = runner->run(what, given, protocol);
  if (!result)
    return result.takeError();
  Run run{std::move(result->measurement), {}};
  if (!run.measurement.ok())
    return run;
  auto outputs = work->newOutputs();
  if (!outputs)
    return outputs.takeError();
  for (auto [buffer, bytes] : llvm::zip_equal(*outputs, result->outputs))
    std::memcpy(buffer.data(), bytes.data(), bytes.size());
  run.outputs = std::move(*outputs);
  if (check == Check::Outputs)
    if (llvm::Error error = verify(*inputs, run))
      return std::move(error);
  return run;
}

llvm::Expected<Engine::Run> Engine::run(const ExecutionRequest &what,
                                        Check check) {
  return run(what, check, std::nullopt);
}

llvm::Expected<Engine::Run>
Engine::execute(const WorkloadParameters &parameters, Check check) {
  auto what = request(parameters);
  if (!what)
    return what.takeError();
  return run(*what, check);
}

llvm::Expected<Engine::Benchmark>
Engine::benchmark(const WorkloadParameters &parameters) {
  auto what = request(parameters);
  if (!what)
    return what.takeError();
  return time(*what);
}

llvm::Expected<Engine::Benchmark> Engine::time(const ExecutionRequest &what) {
  auto timed = run(what, Check::Outputs, runner->options().protocol);
  if (!timed)
    return timed.takeError();
  Benchmark result;
  result.measurement = std::move(timed->measurement);
  if (!result.measurement.ok() || result.measurement.medianNs <= 0)
    return result;
  auto counts = work->complexity(*payload);
  if (!counts)
    return counts.takeError();
  llvm::ArrayRef<Argument> arguments = payload->arguments();
  auto peak =
      measurePeak(*runner, arguments.empty() ? ElementType::F32
                                             : arguments.front().elementType);
  if (!peak)
    return peak.takeError();
  const double ns = result.measurement.medianNs;
  result.gflops = counts->flops / ns;
  result.gbytesPerSecond = (counts->bytesRead + counts->bytesWritten) / ns;
  result.percentOfPeakFlops = 100 * result.gflops / peak->gflops;
  result.percentOfPeakBandwidth =
      100 * result.gbytesPerSecond / peak->gbytesPerSecond;
  return result;
}

llvm::Expected<Measurement>
Engine::measure(const WorkloadParameters &parameters) {
  auto what = request(parameters);
  if (!what)
    return what.takeError();
  return runner->execute(*what);
}

llvm::Expected<std::string>
Engine::lowerPayload(const WorkloadParameters &parameters,
                     LoweringStage stage) {
  auto what = request(parameters);
  if (!what)
    return what.takeError();
  return runner->lower(*what, stage);
}

} // namespace mlirgym
