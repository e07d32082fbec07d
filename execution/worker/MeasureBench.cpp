#include "execution/worker/MeasureBench.h"
#include "execution/process/Waiting.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/QuietGate.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace mlirgym::worker {

MeasureBench::MeasureBench(const WorkerOptions &options, QuietGate *quietGate,
                           std::function<void(const std::string &)> tell)
    : worker(options), gate(quietGate), waiting(std::move(tell)),
      processes(options.path) {}

llvm::Expected<KernelOutcome> MeasureBench::run(const ProgramData &data,
                                                const MemoryFile &object,
                                                const KernelRun &kernel,
                                                StopCheck *given) {
  StopCheck never;
  StopCheck &stop = given ? *given : never;
  std::unique_lock lock(mutex, std::defer_lock);
  if (!lockUnlessStopped(lock, stop) || (gate && !gate->enterMeasuring(stop)))
    return llvm::make_error<InterruptedError>();
  processes.take(stop, waiting);
  auto measure = [&]() -> llvm::Expected<KernelOutcome> {
    if (stop.requested())
      return llvm::make_error<InterruptedError>();
    return worker.run(data, object, kernel, &stop);
  };
  llvm::Expected<KernelOutcome> outcome = measure();
  processes.release();
  if (gate)
    gate->leaveMeasuring();
  return outcome;
}

} // namespace mlirgym::worker
