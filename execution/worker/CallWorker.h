//===- execution/worker/CallWorker.h - Calls in a process -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_CALLWORKER_H
#define MLIRGYM_EXECUTION_WORKER_CALLWORKER_H

#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/Messages.h"
#include "execution/wire/SharedMemory.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace mlirgym::worker {

/// A kernel to be called.
struct Callee {
  std::string key; ///< equal keys: equal code and arguments
  llvm::StringRef entry;
  llvm::ArrayRef<Argument> arguments;
  llvm::ArrayRef<char> object;
  /// As KernelRun::foreign.
  std::string foreign = {};
};

/// Calls kernels in a process of its own, which is started on first use, and
/// again after it died. The arguments are in memory that both processes map.
/// They stay there, and the process keeps the code, until another kernel is
/// called. Not thread safe.
class CallWorker {
public:
  explicit CallWorker(WorkerOptions options);

  /// Memory of the arguments, index [argument].
  using Arguments = llvm::ArrayRef<llvm::MutableArrayRef<char>>;
  /// Prepares for calls of a kernel, and returns the memory of its arguments,
  /// which only the calls of this kernel use. True if it is new memory. Errors:
  /// ExecutionError (no memory, too many arguments).
  llvm::Expected<bool> hold(const Callee &kernel);
  Arguments arguments() const { return places; }

  /// Calls the kernel once. `fill` writes the arguments that are read, or those
  /// that are both read and written if others have not changed; it runs again
  /// before a call is repeated, as MeasureWorker::run() does. Requires:
  /// hold(kernel). Errors: ExecutionError if no worker can be started;
  /// InterruptedError.
  llvm::Expected<Measurement> call(const Callee &kernel,
                                   llvm::function_ref<void(Arguments)> fill,
                                   StopCheck *stop = nullptr);
  pid_t pid() const { return worker.pid(); }

private:
  /// `death`: the end of the worker, if there is no outcome.
  llvm::Expected<Measurement> callOnce(const Callee &kernel,
                                       std::optional<WorkerDeath> &death,
                                       StopCheck *stop);
  bool load(const Callee &kernel);

  RestartingWorker worker;
  SharedMemory memory;
  LoadKernelMessage record;
  std::vector<llvm::MutableArrayRef<char>> places;
  std::string held;   ///< key of the kernel in `memory`
  std::string loaded; ///< key of the kernel in the process
  /// True if the process has called a kernel.
  bool isUsed = false;
  /// Callee::foreign of the code that the process has run.
  std::string foreignInside;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_CALLWORKER_H
