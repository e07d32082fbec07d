//===- execution/worker/MeasureBench.h - One measurement at a time --------===//
#ifndef MLIRGYM_EXECUTION_WORKER_MEASUREBENCH_H
#define MLIRGYM_EXECUTION_WORKER_MEASUREBENCH_H

#include "execution/outcome/StopCheck.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/MemoryFile.h"
#include "execution/worker/ProgramData.h"
#include "execution/worker/QuietGate.h"
#include "execution/worker/Waiting.h"
#include "execution/worker/WorkerProcess.h"
#include "program/FileDescriptor.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace mlirgym::worker {

/// The measuring worker. Only one kernel runs at a time among all threads of
/// this process and all processes that use the same worker program (by a lock
/// on the program's file). Thread safe.
class MeasureBench {
public:
  /// `gate`, if any, is held while a kernel runs; must outlive this. `waiting`:
  /// ExecutionOptions::waiting. Errors: ExecutionError if the worker program
  /// cannot be opened.
  static llvm::Expected<std::unique_ptr<MeasureBench>>
  create(const WorkerOptions &options, QuietGate *gate,
         std::function<void(const std::string &)> waiting = nullptr);

  /// See MeasureWorker::run(). Waits for its turn unless `stop` ends the wait.
  llvm::Expected<KernelOutcome> run(const ProgramData &data,
                                    const MemoryFile &object,
                                    const KernelRun &kernel,
                                    StopCheck *stop = nullptr);
  uint64_t restarts() const { return worker.restarts(); }

private:
  MeasureBench(const WorkerOptions &options, QuietGate *quietGate,
               std::function<void(const std::string &)> tell,
               FileDescriptor file)
      : worker(options), gate(quietGate), waiting(std::move(tell)),
        lockFile(std::move(file)) {}

  std::timed_mutex mutex;
  MeasureWorker worker;
  QuietGate *gate;
  Waiting waiting;
  FileDescriptor lockFile;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_MEASUREBENCH_H
