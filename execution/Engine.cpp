#include "execution/Engine.h"
#include "execution/MemoryNeeds.h"
#include "execution/Peak.h"
#include "execution/SandboxedLoader.h"
#include "execution/lowering/Machine.h"
#include "execution/worker/ProgramData.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace mlirgym {
namespace {
llvm::Error checkRequirements(const Workload &workload, unsigned threads) {
  const WorkloadRequirements needs = workload.requirements();
  const Machine &host = Machine::host();
  auto missing = [&](const llvm::Twine &what) {
    return executionError("{0}: needs {1}; run it on another machine",
                          workload.name(), what.str());
  };
  if (needs.threads > threads)
    return executionError("{0}: needs {1} threads, the execution has {2}; give "
                          "ExecutionOptions::threads",
                          workload.name(), needs.threads, threads);
  if (needs.vectorBits > host.vectorBits)
    return missing("vectors of " + llvm::Twine(needs.vectorBits) +
                   " bits, this machine has " + llvm::Twine(host.vectorBits));
  if (needs.memoryBytes > host.memoryBytes)
    return missing(llvm::Twine(needs.memoryBytes) +
                   " bytes of memory, this machine has " +
                   llvm::Twine(host.memoryBytes));
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
  if (llvm::Error error =
          checkRequirements(*workload, execution->options().threads))
    return std::move(error);
  auto text = workload->payloadModule();
  if (!text)
    return text.takeError();
  const std::string name = workload->name();
  auto program = SandboxedLoader().loadText(*text, name, name);
  if (!program)
    return program.takeError();
  std::unique_ptr<Engine> engine(
      new Engine(std::move(workload), std::move(execution)));
  engine->payload = std::make_shared<const Program>(std::move(*program));
  return engine;
}

Engine::~Engine() { freeBuffers(); }

void Engine::freeBuffers() {
  for (HostBuffer buffer : llvm::concat<HostBuffer>(inputs, outputs))
    work->deallocate(buffer);
  inputs.clear();
  outputs.clear();
}

llvm::Expected<ExecutionRequest>
Engine::request(const WorkloadParameters &parameters) const {
  auto code = work->scheduleModule(parameters);
  if (!code)
    return code.takeError();
  return ExecutionRequest::parse(payload, *code);
}

llvm::Error Engine::makeBuffers() {
  if (!outputs.empty())
    return llvm::Error::success();
  llvm::Error error = allocateAndFill();
  // What is half made would pass for made the next time.
  if (error)
    freeBuffers();
  return error;
}

llvm::Error Engine::allocateAndFill() {
  if (llvm::Error error =
          requireMemory(*payload, runner->options().memoryLimitBytes))
    return error;
  auto standard = ProgramData::create(*payload);
  if (!standard)
    return standard.takeError();
  for (auto [argument, record] :
       llvm::zip_equal(payload->arguments(), standard->message().arguments)) {
    auto allocate = [&](std::vector<HostBuffer> &to) {
      to.push_back(work->allocate(argument));
      return to.back().size() == size_t(argument.sizeBytes());
    };
    if ((argument.isInput && !allocate(inputs)) ||
        (argument.isOutput && !allocate(outputs)))
      return executionError("{0}: no buffer of {1} bytes; free some memory",
                            work->name(), argument.sizeBytes());
    if (argument.isInput)
      std::memcpy(inputs.back().data(),
                  standard->inputs().bytes().data() + record.inputOffset,
                  inputs.back().size());
  }
  return work->fillInputs(payload->arguments(), inputs);
}

llvm::Expected<Engine::Run>
Engine::run(const WorkloadParameters &parameters, Check check,
            std::optional<MeasureProtocol> protocol) {
  auto what = request(parameters);
  if (!what)
    return what.takeError();
  if (llvm::Error error = makeBuffers())
    return std::move(error);
  std::vector<llvm::ArrayRef<char>> given(inputs.begin(), inputs.end());
  auto result = runner->run(*what, given, protocol);
  if (!result)
    return result.takeError();
  Run run{std::move(result->measurement), {}};
  if (!run.measurement.ok())
    return run;
  for (auto [buffer, bytes] : llvm::zip_equal(outputs, result->outputs))
    std::memcpy(buffer.data(), bytes.data(), buffer.size());
  run.outputs = outputs;
  if (check == Check::Nothing)
    return run;
  if (llvm::Error wrong = work->verify(payload->arguments(), inputs, outputs)) {
    run.measurement = {};
    run.measurement.status = Status::WrongResult;
    run.measurement.message = llvm::toString(std::move(wrong));
  }
  return run;
}

llvm::Expected<Engine::Run>
Engine::execute(const WorkloadParameters &parameters, Check check) {
  return run(parameters, check, std::nullopt);
}

llvm::Expected<Engine::Benchmark>
Engine::benchmark(const WorkloadParameters &parameters) {
  auto timed = run(parameters, Check::Outputs, runner->options().protocol);
  if (!timed)
    return timed.takeError();
  Benchmark result;
  result.measurement = std::move(timed->measurement);
  if (!result.measurement.ok() || result.measurement.medianNs <= 0)
    return result;
  llvm::ArrayRef<Argument> arguments = payload->arguments();
  auto peak =
      measurePeak(*runner, arguments.empty() ? ElementType::F32
                                             : arguments.front().elementType);
  if (!peak)
    return peak.takeError();
  const Complexity counts = work->complexity(*payload);
  const double ns = result.measurement.medianNs;
  result.gflops = counts.flops / ns;
  result.gbytesPerSecond = (counts.bytesRead + counts.bytesWritten) / ns;
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
