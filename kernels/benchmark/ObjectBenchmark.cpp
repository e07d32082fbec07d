#include "kernels/benchmark/ObjectBenchmark.h"
#include "execution/ExecutionOptions.h"
#include "execution/batch/CorePlan.h"
#include "execution/batch/MemoryNeeds.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureBench.h"
#include "execution/worker/MeasureWorker.h"
#include "kernels/Binding.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "outcome/Units.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/ProgramFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

constexpr double tolerantUnits = 256, narrowTolerantUnits = 4;

double toleranceOf(ElementType type, std::optional<double> chosen) {
  if (chosen)
    return *chosen;
  const bool isNarrow = sizeOfElement(type) == 2;
  return (isNarrow ? narrowTolerantUnits : tolerantUnits) *
         worker::epsilonOf(type);
}

llvm::Expected<worker::MemoryFile> loadObject(llvm::StringRef path) {
  constexpr uint64_t mostBytes = uint64_t(1) << 30;
  auto file =
      readRegularFile(path, mostBytes, "give an object of one function");
  if (!file)
    return executionError("{0}", llvm::toString(file.takeError()));
  llvm::StringRef bytes = (*file)->getBuffer();
  if (bytes.empty())
    return executionError("{0}: is empty; give a .so or .o file", path);
  return worker::MemoryFile::create("mlirgym-object",
                                    {bytes.data(), bytes.size()});
}

llvm::Error requireMemory(llvm::ArrayRef<Argument> arguments,
                          uint64_t limitBytes) {
  uint64_t bytes = 0;
  for (const Argument &argument : arguments)
    bytes += static_cast<uint64_t>(argument.sizeBytes());
  const uint64_t mostBytes = std::min(limitBytes, availableMemoryBytes() / 2);
  if (bytes <= mostBytes)
    return llvm::Error::success();
  return executionError("bindings of {0}, and {1} of memory; give smaller "
                        "shapes",
                        formatBytes(double(bytes)),
                        formatBytes(double(mostBytes)));
}

/// The expected outputs, as the reference of `data`.
llvm::Error addReference(worker::ProgramData &data,
                         const ObjectBenchmarkOptions &options) {
  std::vector<llvm::ArrayRef<char>> outputs, tolerances;
  std::vector<std::vector<char>> storage;
  storage.reserve(options.expected.size());
  size_t next = 0;
  for (const Binding &binding : options.bindings) {
    if (!binding.argument.isOutput || next == options.expected.size())
      continue;
    const Binding &expected = options.expected[next];
    if (expected.argument.shape != binding.argument.shape ||
        expected.argument.elementType != binding.argument.elementType)
      return executionError("expected output {0} is {1}, and the binding {2}",
                            next, expected.shapeText(), binding.shapeText());
    if (expected.bytes.empty())
      return executionError("expected output {0} has no values; give them "
                            "after =",
                            next);
    ++next;
    const ElementType type = binding.argument.elementType;
    std::vector<char> &allowed = storage.emplace_back(
        static_cast<size_t>(binding.argument.numElements()) *
        worker::sizeOfTolerance(type));
    worker::writeRelativeTolerances(type, expected.bytes,
                                    toleranceOf(type, options.tolerance),
                                    allowed.data());
    outputs.emplace_back(expected.bytes);
    tolerances.emplace_back(allowed);
  }
  if (next < options.expected.size())
    return executionError("{0} expected outputs for {1} bindings that are "
                          "written; give one for each",
                          options.expected.size(), next);
  return data.setReference(outputs, tolerances);
}

std::vector<Binding> outputsOf(const ObjectBenchmarkOptions &options,
                               const worker::LoadProgramMessage &layout,
                               const worker::MemoryFile &file) {
  std::vector<Binding> outputs;
  for (auto [binding, record] :
       llvm::zip_equal(options.bindings, layout.arguments)) {
    if (!binding.argument.isOutput)
      continue;
    auto bytes = file.bytes().slice(record.referenceOffset,
                                    size_t(binding.argument.sizeBytes()));
    outputs.push_back({binding.argument, {bytes.begin(), bytes.end()}});
  }
  return outputs;
}
} // namespace

llvm::Expected<ObjectBenchmark>
benchmarkObject(llvm::StringRef path, const ObjectBenchmarkOptions &options,
                const ExecutionOptions &limits) {
  std::vector<Argument> arguments;
  std::vector<llvm::ArrayRef<char>> inputs;
  for (const Binding &binding : options.bindings) {
    arguments.push_back(binding.argument);
    if (binding.argument.isInput)
      inputs.emplace_back(binding.bytes);
  }
  if (llvm::none_of(arguments, std::mem_fn(&Argument::isOutput)))
    return executionError("no binding is written; give the shape alone, as "
                          "4xf32, of an array that the function writes");
  worker::KernelRun kernel;
  kernel.entry = options.entry;
  kernel.interface = worker::CallInterface::BarePointers;
  kernel.makeReference = options.expected.empty();
  kernel.protocol = limits.protocol;
  kernel.batchSize = options.batchSize;
  if (options.repeats > 0)
    kernel.protocol.minRepeats = kernel.protocol.maxRepeats = options.repeats;
  if (kernel.protocol.caches == CacheState::Cold && options.batchSize > 1)
    return executionError("batches of {0} calls with cold caches, which only "
                          "the first call finds; use batches of 1",
                          options.batchSize);
  MLIRGYM_TRY_TO(requireMemory(arguments, limits.memoryLimitBytes));
  MLIRGYM_TRY(auto object, loadObject(path));
  double tolerance = 0;
  for (const Argument &argument : arguments)
    if (argument.isOutput)
      tolerance = std::max(
          tolerance, toleranceOf(argument.elementType, options.tolerance));
  MLIRGYM_TRY(auto data,
              worker::ProgramData::create(arguments, inputs, tolerance));
  if (!options.expected.empty())
    MLIRGYM_TRY_TO(addReference(data, options));

  MLIRGYM_TRY(auto plan, CorePlan::make(limits.threads));
  MLIRGYM_TRY(auto program, worker::findWorker(limits.workerPath));
  worker::WorkerOptions process;
  process.path = std::move(program);
  process.threads = limits.threads;
  process.cpus = plan.measuring;
  process.memoryLimitBytes = limits.memoryLimitBytes;
  process.timeoutMs = limits.runTimeoutMs;
  worker::MeasureBench bench(process, /*quietGate=*/nullptr);
  StopCheck stop(limits.interrupted, {});
  MLIRGYM_TRY(auto outcome, bench.run(data, object, kernel, &stop));
  ObjectBenchmark result{std::move(outcome.measurement), {}};
  if (result.measurement.ok() && kernel.makeReference)
    result.outputs = outputsOf(options, data.message(), outcome.reference);
  return result;
}

} // namespace mlirgym
