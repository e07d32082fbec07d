//===- execution/worker/ToolWorker.h - Programs in a sandbox ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_TOOLWORKER_H
#define MLIRGYM_EXECUTION_WORKER_TOOLWORKER_H

#include "execution/outcome/Measurement.h"
#include "execution/outcome/StopCheck.h"
#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/Messages.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym::worker {

/// Runs programs that are not part of mlirgym, such as compilers, each in
/// enterToolSandbox(). A worker process starts them, when one is first needed.
/// One thread at a time.
class ToolWorker {
public:
  /// `options`: wall time and memory of one run.
  explicit ToolWorker(const WorkerOptions &options);

  struct Result {
    /// Ok, or TimedOut, OutOfMemory or Crashed if the worker ended with it.
    Status status = Status::Ok;
    int exitCode = -1; ///< -1: it was not started, or a signal ended it
    std::string output;
    std::string sandbox; ///< see enterToolSandbox()
  };
  /// Runs `words`, a program that is looked for on the PATH and its arguments,
  /// in `folder`. `variables`: "NAME=value", added to the environment. It is
  /// run twice if something else may have ended it, or a signal did. Errors:
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
