//===- execution/process/LastingThread.h - A thread to start workers ------===//
#ifndef MLIRGYM_EXECUTION_PROCESS_LASTINGTHREAD_H
#define MLIRGYM_EXECUTION_PROCESS_LASTINGTHREAD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlirgym::worker {

/// Runs `work` on a thread that ends with this process, and waits for it. The
/// system kills a worker when the thread that started it ends, in a way that
/// the worker cannot refuse; threads of the caller may end earlier. The thread
/// is started by the first call, on the processors that the caller may use at
/// each. Thread safe, also in a process that fork() made. Errors:
/// ExecutionError if there can be no such thread.
llvm::Error runOnLastingThread(llvm::function_ref<void()> work);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_PROCESS_LASTINGTHREAD_H
