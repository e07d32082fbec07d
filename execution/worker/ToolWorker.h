//===- execution/worker/ToolWorker.h - Programs in a sandbox ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_TOOLWORKER_H
#define MLIRGYM_EXECUTION_WORKER_TOOLWORKER_H

#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/Messages.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym::worker {

/// Runs programs that are not part of mlirgym, such as compilers, each in
/// enterToolSandbox(). A worker process, itself started on first use, starts
/// them. Not thread safe.
class ToolWorker {
public:
  /// `options`: wall time and memory of one run.
  explicit ToolWorker(const WorkerOptions &options);

  struct Result {
    /// Ok, or TimedOut, OutOfMemory or Crashed if the worker ended during the
    /// run.
    Status status = Status::Ok;
    int exitCode = -1; ///< -1: it was not started, or a signal ended it
    std::string output;
    std::string sandbox; ///< see enterToolSandbox()
  };
  /// Runs `words`, a program on the PATH and its arguments, in `folder`.
  /// `variables`: "NAME=value", added to the environment. The program is run
  /// again if a signal, or possibly something else, ended it. Errors:
  /// ExecutionError if it takes too long, something else ends it twice, or no
  /// worker can be started; InterruptedError.
  llvm::Expected<Result> run(llvm::ArrayRef<std::string> words,
                             const std::string &folder,
                             llvm::ArrayRef<std::string> variables,
                             StopCheck *stop = nullptr);

  /// As run(), but a program that takes too long is a status, with the reason
  /// in its output.
  llvm::Expected<Result> tryRun(llvm::ArrayRef<std::string> words,
                                const std::string &folder,
                                llvm::ArrayRef<std::string> variables,
                                StopCheck *stop = nullptr);

private:
  RestartingWorker worker;
  uint64_t memoryLimitBytes;
  double timeoutMs;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_TOOLWORKER_H
