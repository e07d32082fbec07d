#include "execution/KernelRunner.h"
#include "execution/KernelOutputs.h"
#include "execution/KernelResult.h"
#include "execution/kernelcache/KernelBundle.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/CallWorker.h"
#include "execution/worker/MeasureWorker.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace mlirgym {

KernelResult takeOutputs(worker::KernelOutcome outcome,
                         const worker::ProgramData &data,
                         llvm::ArrayRef<Argument> arguments) {
  KernelResult result;
  result.measurement = std::move(outcome.measurement);
  result.timesNs = std::move(outcome.timesNs);
  if (!result.measurement.ok())
    return result;
  for (auto [argument, record] :
       llvm::zip_equal(arguments, data.message().arguments)) {
    if (!argument.isOutput)
      continue;
    auto bytes = outcome.reference.bytes().slice(record.referenceOffset,
                                                 size_t(argument.sizeBytes()));
    result.outputs.emplace_back(bytes.begin(), bytes.end());
  }
  return result;
}

struct KernelRunner::Impl {
  explicit Impl(worker::WorkerOptions process, std::function<bool()> isStopped)
      : worker(std::move(process)), interrupted(std::move(isStopped)) {}

  std::timed_mutex mutex; // guards the worker and `inside`
  worker::CallWorker worker;
  /// The owner of inputs in the worker's memory, if they may stay there.
  std::shared_ptr<const void> inside;
  const std::function<bool()> interrupted;
};

KernelRunner::KernelRunner() = default;
KernelRunner::~KernelRunner() = default;

llvm::Expected<std::shared_ptr<KernelRunner>>
KernelRunner::create(KernelRunnerOptions options) {
  MLIRGYM_TRY(auto path, worker::findKernelWorker(options.workerPath));
  worker::WorkerOptions process;
  process.path = std::move(path);
  process.threads = options.threads;
  process.memoryLimitBytes = options.memoryLimitBytes;
  process.timeoutMs = options.timeoutMs;
  std::shared_ptr<KernelRunner> runner(new KernelRunner);
  runner->impl = std::make_unique<Impl>(std::move(process),
                                        std::move(options.interrupted));
  return runner;
}

/// True if this machine has all features that the code may use: it was compiled
/// for this machine, with all or only some of its features.
static bool hasFeaturesOf(const KernelFacts &facts) {
  const Target &host = Target::host();
  if (facts.cpu != host.cpu)
    return false;
  llvm::SmallVector<llvm::StringRef> here, used;
  llvm::StringRef(host.features).split(here, ',');
  llvm::StringRef(facts.features).split(used, ',');
  return llvm::all_of(used, [&](llvm::StringRef word) {
    return !word.starts_with("+") || llvm::is_contained(here, word);
  });
}

// Code for another processor might end with SIGILL, or compute slowly.
llvm::Error requireCallable(const KernelBundle &kernel) {
  const Target &host = Target::host();
  const KernelFacts &facts = kernel.facts;
  if (!facts.isCallable())
    return executionError("kernel {0} was stored without its signature; "
                          "compile it again",
                          kernel.key.hex());
  if (hasFeaturesOf(facts))
    return llvm::Error::success();
  return executionError("kernel {0} was compiled for another processor ({1}; "
                        "this is {2}); compile it here",
                        kernel.key.hex(), facts.cpu, host.cpu);
}

llvm::Expected<std::shared_ptr<const KernelRunner::Inputs>>
KernelRunner::copy(const KernelBundle &kernel,
                   llvm::ArrayRef<llvm::ArrayRef<char>> inputs) const {
  MLIRGYM_TRY_TO(requireCallable(kernel));
  if (auto known = worker::inputsByArgument(kernel.facts.arguments, inputs);
      !known)
    return known.takeError();
  auto copies = std::make_shared<Inputs>();
  for (llvm::ArrayRef<char> input : inputs)
    copies->emplace_back(input.begin(), input.end());
  return copies;
}

llvm::Expected<KernelResult>
KernelRunner::call(const KernelBundle &kernel,
                   llvm::ArrayRef<llvm::ArrayRef<char>> inputs) {
  KernelResult result;
  std::vector<llvm::MutableArrayRef<char>> outputs;
  for (const Argument &argument : kernel.facts.arguments)
    if (argument.isOutput)
      result.outputs.emplace_back(size_t(argument.sizeBytes()));
  for (std::vector<char> &output : result.outputs)
    outputs.emplace_back(output);
  MLIRGYM_TRY(result.measurement, call(kernel, inputs, outputs));
  if (!result.measurement.ok())
    result.outputs.clear();
  return result;
}

llvm::Expected<Measurement>
KernelRunner::call(const KernelBundle &kernel,
                   llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
                   llvm::ArrayRef<llvm::MutableArrayRef<char>> outputs,
                   std::shared_ptr<const HeldInputs> held) {
  MLIRGYM_TRY_TO(requireCallable(kernel));
  const llvm::ArrayRef<unsigned> positions =
      held ? llvm::ArrayRef<unsigned>(held->positions)
           : llvm::ArrayRef<unsigned>();
  return run(kernel, inputs, outputs, std::move(held), positions);
}

llvm::Expected<Measurement>
KernelRunner::call(const KernelBundle &kernel,
                   std::shared_ptr<const Inputs> inputs,
                   llvm::ArrayRef<llvm::MutableArrayRef<char>> outputs) {
  const std::vector<llvm::ArrayRef<char>> bytes(inputs->begin(), inputs->end());
  const auto all = llvm::to_vector(
      llvm::seq<unsigned>(0, static_cast<unsigned>(bytes.size())));
  return run(kernel, bytes, outputs, std::move(inputs), all);
}

llvm::Expected<Measurement> KernelRunner::run(
    const KernelBundle &kernel, llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
    llvm::ArrayRef<llvm::MutableArrayRef<char>> outputs,
    std::shared_ptr<const void> owner, llvm::ArrayRef<unsigned> positions) {
  const llvm::ArrayRef<Argument> arguments = kernel.facts.arguments;
  MLIRGYM_TRY(auto sources, worker::inputsByArgument(arguments, inputs));
  worker::Callee callee{kernel.key.hex(), kernel.facts.entry, arguments,
                        *kernel.object};
  // A bundle with the same code but other arguments is another kernel.
  for (const Argument &argument : arguments)
    callee.key += "," + std::to_string(argument.sizeBytes());
  if (kernel.facts.isForeign())
    callee.foreign = kernel.key.hex();

  StopCheck stop(impl->interrupted, {});
  std::unique_lock lock(impl->mutex, std::defer_lock);
  if (!lockUnlessStopped(lock, stop))
    return llvm::make_error<InterruptedError>();
  MLIRGYM_TRY(auto isNew, impl->worker.hold(callee));
  const bool areThere = !isNew && owner && owner == impl->inside;
  impl->inside = nullptr; // unless the call succeeds
  auto fill = [&](worker::CallWorker::Arguments places) {
    unsigned position = 0;
    for (auto [argument, place, source] :
         llvm::zip_equal(arguments, places, sources)) {
      if (!argument.isInput)
        continue;
      const bool stays = areThere && llvm::is_contained(positions, position);
      ++position;
      if (argument.isOutput || !stays)
        std::memcpy(place.data(), source, place.size());
    }
  };
  auto outcome = impl->worker.call(callee, fill, &stop);
  if (!outcome || !outcome->ok())
    return outcome;
  size_t next = 0;
  for (auto [argument, place] :
       llvm::zip_equal(arguments, impl->worker.arguments()))
    if (argument.isOutput) {
      assert(outputs[next].size() == place.size() && "one per output");
      std::memcpy(outputs[next++].data(), place.data(), place.size());
    }
  impl->inside = std::move(owner);
  return outcome;
}

pid_t KernelRunner::workerPid() {
  std::lock_guard lock(impl->mutex);
  return impl->worker.pid();
}

} // namespace mlirgym
