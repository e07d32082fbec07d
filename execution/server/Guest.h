//===- execution/server/Guest.h - Foreign code in a process of its own ----===//
#ifndef MLIRGYM_EXECUTION_SERVER_GUEST_H
#define MLIRGYM_EXECUTION_SERVER_GUEST_H

#include "execution/process/CrashNote.h"
#include "execution/timing/Sampler.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/SharedMemory.h"
#include "program/files/FileDescriptor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <time.h>

namespace mlirgym::worker {

// Foreign code is called on rows: several copies of each argument, one after
// the other in a GuardedBuffer, so that each call has arguments of its own.

/// Bytes from one row of an argument to the next.
size_t rowStride(const ArgumentRecord &argument);
/// Bytes of so many rows. Requires: rows > 0.
size_t rowsBytes(const ArgumentRecord &argument, uint32_t rows);

/// A child process of a measuring worker that runs foreign code. It has the
/// sandbox of a worker, but neither its socket nor a reference, and with one
/// thread it cannot start others. It shares the arguments with the worker,
/// which reads the clock. Whatever the code does to its process, the worker
/// sees only the arguments, the end of each request, and the processor time
/// that the system counts.
class Guest {
public:
  /// Call it before the worker enters its own sandbox, and while it has one
  /// thread. `note` must outlive this. Errors: ExecutionError.
  static llvm::Expected<std::unique_ptr<Guest>>
  start(const SettingsMessage &settings, CrashNote &note);

  /// Loads a kernel whose arguments are rows of GuardedBuffer in `memory`.
  /// Returns the reason why it cannot be linked, or nullopt.
  std::optional<std::string> load(const LoadKernelMessage &message,
                                  const SharedMemory &memory,
                                  const MemoryFile &object);
  /// Measures a request without calls, `often` times after `prepare`, which
  /// leaves the caches as they are before a request with calls. No effect once
  /// a kernel was loaded, which could change that time.
  void calibrate(unsigned often, llvm::function_ref<void()> prepare);
  /// Calls the kernel on rows [first, first + count). The time is that of the
  /// worker's clock, or for one thread its processor time if that is less, less
  /// the time of a request without calls. If the guest dies, this process ends
  /// in the same way.
  TimedCalls call(uint32_t first, uint32_t count);
  /// The damage that the kernel did to its heap, as it says, if any.
  std::optional<std::string> heapDamage();
  /// The reason why an answer cannot be honest, or nullopt.
  const std::optional<std::string> &suspicion() const { return doubt; }

  /// Processor time of all its threads, nanoseconds.
  double processorNs() const;
  /// The part of it that a request takes after its answer, usually.
  double tailNs() const { return emptyTailNs; }
  pid_t pid() const { return process; }
  /// OpenMP threads of a kernel.
  unsigned threads() const { return numThreads; }

private:
  Guest(pid_t child, FileDescriptor channel);
  /// Time by the clock, and processor time of the guest.
  struct Spent {
    double wallNs = 0, usedNs = 0;
  };
  /// Sends a request, unless it is one that load() sent, and awaits its answer.
  Spent ask(uint32_t kind, uint32_t first, uint32_t count);
  [[noreturn]] void endAsGuest();

  pid_t process;
  FileDescriptor socket;
  clockid_t clock{};
  unsigned numThreads;
  Spent empty; ///< of a request without calls
  double emptyTailNs = 0;
  bool isLoaded = false;
  uint64_t serial = 0;
  std::string text; ///< of the last answer
  std::optional<std::string> doubt;
};

/// From the system, so that nobody can predict it.
uint64_t randomNumber();
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_GUEST_H
