//===- execution/worker/WorkerMain.h - The worker's life --------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_WORKERMAIN_H
#define MLIRGYM_EXECUTION_WORKER_WORKERMAIN_H

namespace mlirgym {

/// Descriptors that a worker is born with; standard error is a pipe.
inline constexpr int workerSocketFd = 3, workerNoteFd = 4;

/// main() of mlirgym-worker: takes its settings, enters the sandbox and answers
/// requests until the caller is gone. Returns an exit code of WorkerExit.
int workerMain();
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_WORKER_WORKERMAIN_H
