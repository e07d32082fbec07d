//===- execution/process/WorkerProcess.h - Starts and ends a worker -------===//
#ifndef MLIRGYM_EXECUTION_PROCESS_WORKERPROCESS_H
#define MLIRGYM_EXECUTION_PROCESS_WORKERPROCESS_H

#include "execution/process/CrashNote.h"
#include "execution/timing/CounterEvent.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "lowering/target/Target.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/files/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <sched.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace mlirgym::worker {

/// Options for starting a worker process.
struct WorkerOptions {
  std::string path;
  WorkerRole role = WorkerRole::Compile;
  /// The target of a compiling worker.
  Target target = Target::host();
  /// OpenMP threads of a kernel.
  unsigned threads = 1;
  /// Processors to run on; empty: any.
  std::vector<uint32_t> cpus;
  uint64_t memoryLimitBytes = 0;
  /// Counters of a measuring worker.
  std::vector<CounterEvent> counters;
  /// Time limit of one request; for a running kernel, of one call or repeat. It
  /// is processor time while the worker computes, so that a busy machine does
  /// not count, and wall time while it waits. The clock stops while worker or
  /// caller are stopped, but a worker that is stopped for as long as the limit
  /// is given up.
  double timeoutMs = 20000;
};

/// The responsibility of a request for the end of its worker.
enum class Blame : uint8_t {
  Request, ///< the request is the cause
  /// The request or something else, such as a machine that runs out of memory:
  /// if it happens again, it is the request.
  Unclear,
  Elsewhere, ///< another process stopped, signalled or killed the worker
};

/// The end of a worker.
struct WorkerDeath {
  Status status = Status::Crashed; ///< Crashed, TimedOut or OutOfMemory
  std::string message;
  Blame blame = Blame::Request;
  /// True if this process could not receive the answer: the result is an
  /// ExecutionError with advice instead of a status.
  bool fromCaller = false;
  /// True if the worker was killed because the call was interrupted: the result
  /// is an InterruptedError.
  bool stopped = false;

  /// The error for the caller; success if the result is a status.
  llvm::Error callersError() const;
  /// True if earlier requests may have damaged the memory of the worker, so
  /// that a new one may not fail.
  bool mayBeDamage() const {
    return blame != Blame::Elsewhere &&
           (status == Status::Crashed || status == Status::OutOfMemory);
  }
};

/// Repeats a request once, in a new worker, if the request may not be the cause
/// of the first worker's end.
class SecondChance {
public:
  /// True if the request is to be repeated. Otherwise the blame of `death` is
  /// final.
  bool isGiven(WorkerDeath &death);

private:
  std::optional<Blame> first;
};

/// A running mlirgym-worker in its own process group. Its end does not affect
/// the caller. The destructor kills and reaps it. One thread at a time.
class WorkerProcess {
public:
  /// Starts a worker and waits for its greeting; tries again if another process
  /// kills it before the greeting. Errors: ExecutionError if the program is
  /// missing, does not start, or is from another build; InterruptedError.
  static llvm::Expected<std::unique_ptr<WorkerProcess>>
  start(const WorkerOptions &options, StopCheck *stop = nullptr);
  ~WorkerProcess();

  /// Sends a request. False if the worker did not receive it: see bury().
  bool send(MessageType type, llvm::StringRef payload,
            llvm::ArrayRef<int> files);
  /// Waits for an answer of `type`. False if none came or a stop was requested:
  /// see bury().
  bool receive(MessageType type, Frame &frame, StopCheck *stop = nullptr);
  /// Declares the answer invalid; call bury() next.
  void distrust();
  /// Kills the process group, reaps the process and returns the cause of death.
  WorkerDeath bury();

  pid_t pid() const { return process; }
  /// False in a forked child of the process that started the worker: the child
  /// must neither communicate with it nor end it.
  bool isOurs() const;
  /// False if the worker ended since its last answer, so that the next request
  /// cannot be the cause.
  bool isAlive() const;
  /// False if the processor time of this worker may not suffice for another
  /// request: see requestsOfProcessorTime.
  bool hasTimeForARequest() const;
  /// Increases while the worker makes progress on the request.
  uint64_t progress() const { return note.progress(); }
  /// "seccomp", or the reason why there is no sandbox.
  llvm::StringRef sandbox() const { return sandboxText; }

private:
  WorkerProcess(const WorkerOptions &workerOptions, CrashNotePage page)
      : options(workerOptions), note(std::move(page)), starter(::getpid()) {}
  llvm::Error spawn();
  /// Processor time of the worker and its guest.
  double processorMs() const;
  /// Sends the settings and receives the greeting. False if none came: see
  /// bury().
  bool greet(StopCheck *stop);
  /// Ends the wait for the worker when its time limit has passed.
  class Waiting;
  enum class Lateness : uint8_t { Computed, Waited, WasStopped };
  /// Reaps the process, if it has ended or may be waited for.
  bool reap(int waitOptions);
  WorkerDeath deathBySignal(int signal, llvm::StringRef words);
  std::string standardError();
  void killAndReap();

  WorkerOptions options;
  CrashNotePage note;
  FileDescriptor socket, errors;
  pid_t process = -1, starter;
  int waitStatus = 0;
  bool greeted = false, reaped = false, statusKnown = false;
  WireStatus lastWire = WireStatus::Ok;
  Lateness lateness = Lateness::Computed; ///< if that is TimedOut
  double processorSeconds = 0;            ///< of a worker that is reaped
  /// Number of processes that the system had killed for lack of memory before
  /// this one started; nullopt if the system does not report it.
  std::optional<uint64_t> killedBefore;
  std::string sandboxText;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_PROCESS_WORKERPROCESS_H
