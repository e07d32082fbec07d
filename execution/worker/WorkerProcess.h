//===- execution/worker/WorkerProcess.h - Starts and ends a worker --------===//
#ifndef MLIRGYM_EXECUTION_WORKER_WORKERPROCESS_H
#define MLIRGYM_EXECUTION_WORKER_WORKERPROCESS_H

#include "execution/outcome/Measurement.h"
#include "execution/outcome/StopCheck.h"
#include "execution/worker/CrashNote.h"
#include "execution/worker/Messages.h"
#include "execution/worker/Wire.h"
#include "program/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <sched.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace mlirgym::worker {

/// How a worker process is started.
struct WorkerOptions {
  std::string path;
  WorkerRole role = WorkerRole::Compile;
  /// Threads of OpenMP in a kernel.
  unsigned threads = 1;
  /// Processors to stay on; empty: any.
  std::vector<uint32_t> cpus;
  uint64_t memoryLimitBytes = 0;
  /// Wall time of one request; of one call or repeat if a kernel runs.
  double timeoutMs = 20000;
};

/// How a worker ended.
struct WorkerDeath {
  Status status = Status::Crashed; ///< Crashed, TimedOut or OutOfMemory
  std::string message;
  /// True if another process killed the worker: the request is not the cause.
  bool fromOutside = false;
  /// True if this process could not receive the answer: then there is an
  /// ExecutionError, with advice, instead of a status.
  bool fromCaller = false;
  /// True if the worker was killed because the call was interrupted: an
  /// InterruptedError.
  bool stopped = false;

  /// The error for the caller; success if the death is a status.
  llvm::Error callersError() const;
};

/// A running mlirgym-worker in a process group of its own. Its death does not
/// affect the caller. The destructor kills and reaps it. One thread at a time.
class WorkerProcess {
public:
  /// Starts it and waits for its greeting; tries again if another process kills
  /// it before. Errors: ExecutionError if the program is missing, does not
  /// start, or is from another build; InterruptedError.
  static llvm::Expected<std::unique_ptr<WorkerProcess>>
  start(const WorkerOptions &options, StopCheck *stop = nullptr);
  ~WorkerProcess();

  /// Sends a request. False if the worker did not take it: see bury().
  bool send(MessageType type, llvm::StringRef payload,
            llvm::ArrayRef<int> files);
  /// Waits for an answer of `type`. False if none came, or it was told to stop:
  /// see bury().
  bool receive(MessageType type, Frame &frame, StopCheck *stop = nullptr);
  /// Declares the answer invalid; call bury() next.
  void distrust();
  /// Kills the process group, reaps the process and returns the cause of death.
  WorkerDeath bury();

  pid_t pid() const { return process; }
  /// False in a forked child of the process that started the worker: the child
  /// must not communicate with it, and does not end it.
  bool isOurs() const;
  /// False if it was killed since its last answer, so that the next request
  /// cannot be the cause.
  bool isAlive() const;
  /// Grows while the worker makes progress on the request.
  uint64_t progress() const { return note.progress(); }
  /// "seccomp", or why there is none.
  llvm::StringRef sandbox() const { return sandboxText; }

private:
  WorkerProcess(const WorkerOptions &workerOptions, CrashNotePage page)
      : options(workerOptions), note(std::move(page)), starter(::getpid()) {}
  llvm::Error spawn();
  /// Sends the settings and receives the greeting. False if none came: see
  /// bury().
  bool greet(StopCheck *stop);
  /// Waits until a frame begins, or until no call of the kernel has ended
  /// within the timeout.
  WireStatus waitForAnswer(StopCheck *stop);
  std::string standardError();
  void killAndReap();

  WorkerOptions options;
  CrashNotePage note;
  FileDescriptor socket, errors;
  pid_t process = -1, starter;
  int waitStatus = 0;
  bool greeted = false, reaped = false, statusKnown = false;
  WireStatus lastWire = WireStatus::Ok;
  std::string sandboxText;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_WORKERPROCESS_H
