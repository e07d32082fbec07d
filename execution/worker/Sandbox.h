//===- execution/worker/Sandbox.h - Limits of a worker process --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_SANDBOX_H
#define MLIRGYM_EXECUTION_WORKER_SANDBOX_H

#include <cstdint>
#include <string>

namespace mlirgym::worker {

/// Exit codes of a worker, one per reason.
enum class WorkerExit : int {
  CallerGone = 0,
  NotStartedByUs = 2,
  ProtocolError = 65,
  OutOfMemory = 77,
  CannotStart = 78,
};

/// Whether a worker may open files for reading. One that parses untrusted text
/// needs none, and text must not be able to make it reveal their contents.
enum class FileReading : uint8_t { Allowed, Forbidden };

/// From now on the process may not open files for writing, change the file
/// system, open sockets, start or signal processes, leave its group,
/// or trace others: such a system call fails with EPERM. Threads may be
/// started. Returns "seccomp", or "none (why)" where the kernel does not have
/// it.
std::string enterSandbox(FileReading reading = FileReading::Allowed);

/// The result of enterSandbox() on this machine; changes nothing.
std::string sandboxStatus();

/// No core file, and a stack of this size.
void limitStack(uint64_t stackBytes);
/// Makes the system's out-of-memory killer choose this process first.
void offerToTheSystem();
/// From now on at most this much more data (heap and anonymous memory; 0: no
/// limit), not counting what the process holds already. Without effect in a
/// sanitizer build, whose shadow memory counts.
void limitMemory(uint64_t memoryLimitBytes);
/// From now on `seconds` of processor time, then SIGXCPU; 0, or decades: no
/// limit.
void limitProcessorTime(double seconds);
/// Ends the process with WorkerExit::OutOfMemory when `operator new` or LLVM's
/// allocation fails.
void exitWhenOutOfMemory();
[[noreturn]] void exitOutOfMemory();
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_SANDBOX_H
