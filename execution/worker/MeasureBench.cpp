#include "execution/worker/MeasureBench.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/outcome/StopCheck.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/MemoryFile.h"
#include "execution/worker/ProgramData.h"
#include "execution/worker/QuietGate.h"
#include "execution/worker/Waiting.h"
#include "execution/worker/WorkerProcess.h"
#include "program/FileDescriptor.h"
#include "program/Stopwatch.h"
#include "llvm/Support/Error.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <sys/file.h>
#include <unistd.h>

namespace mlirgym::worker {

llvm::Expected<std::unique_ptr<MeasureBench>>
MeasureBench::create(const WorkerOptions &options, QuietGate *gate,
                     std::function<void(const std::string &)> waiting) {
  FileDescriptor file(::open(options.path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid())
    return executionError(
        "{0}: cannot be opened: {1}; make it readable, or give "
        "another worker program (MLIRGYM_WORKER)",
        options.path, std::strerror(errno));
  return std::unique_ptr<MeasureBench>(
      new MeasureBench(options, gate, std::move(waiting), std::move(file)));
}

/// Waits for the lock shared by all processes; false if it cannot be taken. A
/// process that is suspended while it measures (Ctrl-Z) must not block all
/// others: after a minute a possibly noisy timing is better than none.
static bool lockBench(int file, StopCheck &stop, Waiting &waiting) {
  constexpr int stepUs = 500, longestUs = 60'000'000;
  for (int waitedUs = 0; waitedUs < longestUs; waitedUs += stepUs) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0)
      return true;
    // Some network file systems do not support locks: continue without one.
    if (errno != EWOULDBLOCK && errno != EINTR)
      return false;
    if (stop.requested())
      return false;
    const Stopwatch pause;
    ::usleep(stepUs);
    waiting.waited(pause.seconds(), [] { return "another process measures"; });
  }
  return false;
}

llvm::Expected<KernelOutcome> MeasureBench::run(const ProgramData &data,
                                                const MemoryFile &object,
                                                const KernelRun &kernel,
                                                StopCheck *given) {
  StopCheck never;
  StopCheck &stop = given ? *given : never;
  std::unique_lock lock(mutex, std::defer_lock);
  if (!lockUnlessStopped(lock, stop) || (gate && !gate->enterMeasuring(stop)))
    return llvm::make_error<InterruptedError>();
  // The system releases the lock when the process ends.
  bool locked = lockBench(lockFile.get(), stop, waiting);
  auto measure = [&]() -> llvm::Expected<KernelOutcome> {
    if (stop.requested())
      return llvm::make_error<InterruptedError>();
    return worker.run(data, object, kernel, &stop);
  };
  llvm::Expected<KernelOutcome> outcome = measure();
  if (locked)
    ::flock(lockFile.get(), LOCK_UN);
  if (gate)
    gate->leaveMeasuring();
  return outcome;
}

} // namespace mlirgym::worker
