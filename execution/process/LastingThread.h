//===- execution/process/LastingThread.h - A thread to start workers ------===//
#ifndef MLIRGYM_EXECUTION_PROCESS_LASTINGTHREAD_H
#define MLIRGYM_EXECUTION_PROCESS_LASTINGTHREAD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlirgym::worker {

/// Runs `work` on a thread that ends with this process, and waits for it. The
/// system kills a worker when the thread that started it ends, and threads of
/// the caller may end before the process does. The first call starts the
/// thread; each call runs on the processors that its caller may use. Thread
/// safe, also in a process that fork() made. Errors: ExecutionError if the
/// thread cannot be started.
llvm::Error runOnLastingThread(llvm::function_ref<void()> work);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_PROCESS_LASTINGTHREAD_H
