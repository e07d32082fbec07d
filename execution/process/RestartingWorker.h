//===- execution/process/RestartingWorker.h - A worker on demand ----------===//
#ifndef MLIRGYM_EXECUTION_PROCESS_RESTARTINGWORKER_H
#define MLIRGYM_EXECUTION_PROCESS_RESTARTINGWORKER_H

#include "execution/process/WorkerProcess.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <memory>
#include <optional>
#include <sched.h>

namespace mlirgym::worker {

/// A worker process that is started on first use, and again after it died. Not
/// thread safe.
class RestartingWorker {
public:
  RestartingWorker(WorkerRole role, WorkerOptions options);

  /// True if a process is running that accepts requests from this process.
  bool isRunning() const;
  /// Starts a process if none is running; true if it started one. Errors: as
  /// WorkerProcess::start().
  llvm::Expected<bool> start(StopCheck *stop);

  /// Sends a request, and receives its answer in `frame`. If the worker ends
  /// instead and the request may not be the cause, the request is repeated once
  /// in a new worker. nullopt if there is an answer. Errors: as
  /// WorkerProcess::start(), and WorkerDeath::callersError().
  llvm::Expected<std::optional<WorkerDeath>>
  ask(MessageType request, llvm::StringRef payload, llvm::ArrayRef<int> files,
      MessageType answer, Frame &frame, StopCheck *stop);
  /// See WorkerProcess::hasTimeForARequest(); false while none is running.
  bool hasTimeForARequest() const;

  // Require a process: see start().

  /// See WorkerProcess::send().
  bool send(MessageType type, llvm::StringRef payload,
            llvm::ArrayRef<int> files = {});
  /// See WorkerProcess::receive().
  bool receive(MessageType type, Frame &frame, StopCheck *stop);
  /// The cause of death; there is no process afterwards.
  WorkerDeath bury();
  /// As bury(), for a worker whose answer is invalid.
  WorkerDeath buryDistrusted();
  /// Ends the process. Requires: it has answered.
  void retire();

  /// Number of starts after the first. Callable from any thread.
  uint64_t restarts() const { return starts > 0 ? starts - 1 : 0; }
  /// Process id; 0 while none is running. Callable from any thread.
  pid_t pid() const { return runningPid; }
  /// See WorkerProcess::sandbox(); "" while none is running.
  llvm::StringRef sandbox() const;

private:
  WorkerOptions options;
  std::unique_ptr<WorkerProcess> process;
  std::atomic<uint64_t> starts = 0;
  std::atomic<pid_t> runningPid = 0;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_PROCESS_RESTARTINGWORKER_H
