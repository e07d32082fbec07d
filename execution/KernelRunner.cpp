#include "execution/KernelRunner.h"
#include "execution/KernelOutputs.h"
#include "execution/KernelResult.h"
#include "execution/kernelcache/KernelBundle.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <mutex>
#include <sys/types.h>
#include <utility>

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

  std::timed_mutex mutex; // guards the worker
  worker::MeasureWorker worker;
  const std::function<bool()> interrupted;
};

KernelRunner::KernelRunner() = default;
KernelRunner::~KernelRunner() = default;

llvm::Expected<std::shared_ptr<KernelRunner>>
KernelRunner::create(KernelRunnerOptions options) {
  auto path = worker::findKernelWorker(options.workerPath);
  if (!path)
    return path.takeError();
  worker::WorkerOptions process;
  process.path = std::move(*path);
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

/// Code for another processor might end with SIGILL, or compute slowly.
static llvm::Error requireCallable(const KernelBundle &kernel) {
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

llvm::Expected<std::shared_ptr<const worker::ProgramData>>
KernelRunner::load(const KernelBundle &kernel,
                   llvm::ArrayRef<llvm::ArrayRef<char>> inputs) const {
  if (llvm::Error error = requireCallable(kernel))
    return std::move(error);
  auto data = worker::ProgramData::create(kernel.facts.arguments, inputs);
  if (!data)
    return data.takeError();
  return std::make_shared<const worker::ProgramData>(std::move(*data));
}

llvm::Expected<KernelResult>
KernelRunner::call(const KernelBundle &kernel,
                   llvm::ArrayRef<llvm::ArrayRef<char>> inputs) {
  auto data = load(kernel, inputs);
  if (!data)
    return data.takeError();
  return call(kernel, **data);
}

llvm::Expected<KernelResult>
KernelRunner::call(const KernelBundle &kernel,
                   const worker::ProgramData &inputs) {
  auto object = worker::MemoryFile::create("mlirgym-object", *kernel.object);
  if (!object)
    return object.takeError();
  worker::KernelRun once;
  once.entry = kernel.facts.entry;
  once.makeReference = true;
  once.time = false;
  if (kernel.facts.isForeign())
    once.foreign = kernel.key.hex();

  StopCheck stop(impl->interrupted, {});
  std::unique_lock lock(impl->mutex, std::defer_lock);
  if (!lockUnlessStopped(lock, stop))
    return llvm::make_error<InterruptedError>();
  auto outcome = impl->worker.run(inputs, *object, once, &stop);
  if (!outcome)
    return outcome.takeError();
  return takeOutputs(std::move(*outcome), inputs, kernel.facts.arguments);
}

pid_t KernelRunner::workerPid() {
  std::lock_guard lock(impl->mutex);
  return impl->worker.pid();
}

} // namespace mlirgym
