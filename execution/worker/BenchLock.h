//===- execution/worker/BenchLock.h - One measurement at a time -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_BENCHLOCK_H
#define MLIRGYM_EXECUTION_WORKER_BENCHLOCK_H

#include "execution/process/Waiting.h"
#include "outcome/StopCheck.h"
#include "program/files/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlirgym::worker {

/// A lock shared by all processes of this user that use the same worker
/// program, on a file in the temporary folder that no other user can open,
/// since any user who can open a file can hold its lock and keep others
/// waiting. The system releases it when the process ends. One thread at a time.
class BenchLock {
public:
  explicit BenchLock(llvm::StringRef workerPath);

  static std::string pathFor(llvm::StringRef workerPath);

  /// Waits until no other process holds the lock, and tells `waiting` which
  /// process does. Gives up when `stop` is requested, and after a minute: a
  /// process may be suspended while it measures (Ctrl-Z), and a possibly noisy
  /// timing is better than none. The same process is not waited for again.
  void take(StopCheck &stop, Waiting &waiting);
  void release();

private:
  FileDescriptor file; ///< invalid where there can be no lock
  bool taken = false;
  std::string givenUp; ///< the holder whose wait timed out
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_BENCHLOCK_H
