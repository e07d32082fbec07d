//===- execution/worker/MeasureBench.h - One measurement at a time --------===//
#ifndef MLIRGYM_EXECUTION_WORKER_MEASUREBENCH_H
#define MLIRGYM_EXECUTION_WORKER_MEASUREBENCH_H

#include "execution/process/Waiting.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/BenchLock.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/QuietGate.h"
#include "outcome/StopCheck.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <mutex>
#include <string>

namespace mlirgym::worker {

/// The measuring worker. Only one kernel runs at a time among all threads of
/// this process and all processes of this user that use the same worker
/// program. Thread safe.
class MeasureBench {
public:
  /// `quietGate`, if any, is held while a kernel runs; must outlive this.
  /// `tell`: ExecutionOptions::waiting.
  MeasureBench(const WorkerOptions &options, QuietGate *quietGate,
               std::function<void(const std::string &)> tell = nullptr);

  /// See MeasureWorker::run(). Waits for its turn unless `stop` ends the wait.
  llvm::Expected<KernelOutcome> run(const ProgramData &data,
                                    const MemoryFile &object,
                                    const KernelRun &kernel,
                                    StopCheck *stop = nullptr);
  uint64_t restarts() const { return worker.restarts(); }

private:
  std::timed_mutex mutex;
  MeasureWorker worker;
  QuietGate *gate;
  Waiting waiting;
  BenchLock processes;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_MEASUREBENCH_H
