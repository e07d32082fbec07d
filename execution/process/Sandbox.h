//===- execution/process/Sandbox.h - Limits of a worker process -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_PROCESS_SANDBOX_H
#define MLIRGYM_EXECUTION_PROCESS_SANDBOX_H

#include <cstdint>
#include <string>

namespace mlirgym::worker {

/// Exit codes of a worker, one per reason.
enum class WorkerExit : int {
  CallerGone = 0,
  NotStartedByUs = 2,
  ProtocolError = 65,
  OutOfMemory = 77,
  TooManyThreads = 76,
  CannotStart = 78,
};

/// Permission of a worker to open files for reading. Workers that parse
/// untrusted text must not have it, so that the text cannot make them reveal
/// file contents.
enum class FileReading : uint8_t { Allowed, Forbidden };
/// Permission of a process to start threads.
enum class ThreadStarting : uint8_t { Allowed, Forbidden };

/// From now on the process may not open files for writing, change the file
/// system, open sockets, start, signal or schedule processes, leave its process
/// group, outlive its parent, or kill or stop itself: such a system call fails
/// with EPERM. Nor may it trace other processes or read their files in /proc.
/// It may start threads if `starting` says so, and have `furtherBytes` of data
/// (heap and anonymous memory; 0: no limit) more than it has already, except in
/// a sanitizer build. Returns "landlock, seccomp", or the part that is in force
/// and the reason why the other is not, "seccomp (files: REASON)"; with reading
/// forbidden, "seccomp".
std::string enterSandbox(uint64_t furtherBytes, FileReading reading,
                         ThreadStarting starting = ThreadStarting::Allowed);

/// From now on this process, and all programs that it executes or starts, may
/// write only files in `folder`, may not open sockets, and may not trace or
/// reach other processes, nor leave the process group. Only this process may
/// send signals, to itself and its threads; a program that it starts cannot
/// even raise() one. They may read files and start programs. Returns as
/// enterSandbox().
std::string enterToolSandbox(const std::string &folder);

/// "seccomp", or "none (REASON)" if this machine lacks it; changes nothing.
std::string sandboxStatus();

/// Disables core files and limits the stack to this size.
void limitStack(uint64_t stackBytes);
/// Makes the system's out-of-memory killer choose this process first.
void offerToTheSystem();
/// Allows `seconds` of processor time from now on, then SIGXCPU; 0, or decades:
/// no limit. At most the rest that limitProcessorTimeForEver() allows.
void limitProcessorTime(double seconds);
/// As limitProcessorTime(), but SIGKILL, which no code can ignore. The limit
/// can only be lowered afterwards.
void limitProcessorTimeForEver(double seconds);
/// Ends the process with WorkerExit::OutOfMemory when `operator new` or LLVM's
/// allocation fails.
void exitWhenOutOfMemory();
[[noreturn]] void exitOutOfMemory();
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_PROCESS_SANDBOX_H
