//===- execution/worker/EstimateWorker.h - Estimates in a sandbox ---------===//
#ifndef MLIRGYM_EXECUTION_WORKER_ESTIMATEWORKER_H
#define MLIRGYM_EXECUTION_WORKER_ESTIMATEWORKER_H

#include "execution/estimate/CodeBlock.h"
#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <sched.h>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// A CycleEstimator in a worker process, which is started on first use. Not
/// thread safe.
class EstimateWorker {
public:
  /// `options`: target, and wall time and memory of one request.
  explicit EstimateWorker(const WorkerOptions &options);

  struct Result {
    /// Ok; CompileFailed if LLVM's simulation gives up; TimedOut, OutOfMemory
    /// or Crashed if the worker ended during the request.
    Status status = Status::Ok;
    std::string message = {};
    /// The estimate of each block, in order, if the status is Ok.
    std::vector<BlockEstimate> estimates = {};
  };
  /// Errors: ExecutionError if no worker can be started; InterruptedError.
  llvm::Expected<Result> estimate(llvm::ArrayRef<CodeBlock> blocks,
                                  StopCheck *stop = nullptr);

  /// As those of RestartingWorker.
  uint64_t restarts() const { return worker.restarts(); }
  pid_t pid() const { return worker.pid(); }

private:
  RestartingWorker worker;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_ESTIMATEWORKER_H
