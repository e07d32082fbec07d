//===- execution/process/RestartingWorker.h - A worker on demand ----------===//
#ifndef MLIRGYM_EXECUTION_PROCESS_RESTARTINGWORKER_H
#define MLIRGYM_EXECUTION_PROCESS_RESTARTINGWORKER_H

#include "execution/outcome/StopCheck.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <memory>
#include <optional>
#include <sched.h>

namespace mlirgym::worker {

/// A worker process that is started when it is first needed and again after it
/// died. One thread at a time.
class RestartingWorker {
public:
  RestartingWorker(WorkerRole role, WorkerOptions options);

  /// True if a process runs that takes requests of this process.
  bool isRunning() const;
  /// Makes sure that a process runs; true if it is a new one. Errors: as
  /// WorkerProcess::start().
  llvm::Expected<bool> start(StopCheck *stop);

  /// Sends a request, and receives its answer in `frame`. If the worker ends
  /// instead and the request need not be the cause, it is repeated once in a
  /// new one; nullopt if there is an answer. Errors: as WorkerProcess::start(),
  /// and WorkerDeath::callersError().
  llvm::Expected<std::optional<WorkerDeath>>
  ask(MessageType request, llvm::StringRef payload, llvm::ArrayRef<int> files,
      MessageType answer, Frame &frame, StopCheck *stop);
  /// See WorkerProcess::hasTimeForARequest(); false while none runs.
  bool hasTimeForARequest() const;

  // Require a process: see start().

  /// See WorkerProcess::send().
  bool send(MessageType type, llvm::StringRef payload,
            llvm::ArrayRef<int> files = {});
  /// See WorkerProcess::receive().
  bool receive(MessageType type, Frame &frame, StopCheck *stop);
  /// The cause of death; there is no process afterwards.
  WorkerDeath bury();
  /// As bury(), of a worker whose answer is invalid.
  WorkerDeath buryDistrusted();
  /// Ends the process, which has answered.
  void retire();

  /// Starts after the first. From any thread.
  uint64_t restarts() const { return starts > 0 ? starts - 1 : 0; }
  /// 0 while none runs. From any thread.
  pid_t pid() const { return runningPid; }
  /// See WorkerProcess::sandbox(); "" while none runs.
  llvm::StringRef sandbox() const;

private:
  WorkerOptions options;
  std::unique_ptr<WorkerProcess> process;
  std::atomic<uint64_t> starts = 0;
  std::atomic<pid_t> runningPid = 0;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_PROCESS_RESTARTINGWORKER_H
