//===- execution/server/WorkerMain.h - main() of workers --------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_WORKERMAIN_H
#define MLIRGYM_EXECUTION_SERVER_WORKERMAIN_H

namespace mlirgym::worker {

/// main() of mlirgym-worker: receives its settings, enters the sandbox and
/// answers requests until the caller ends. Returns an exit code of WorkerExit.
int workerMain();

/// main() of mlirgym-kernel-worker, which only runs kernels. The program does
/// not link MLIR: no function that it calls may use it.
int kernelWorkerMain();
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_WORKERMAIN_H
