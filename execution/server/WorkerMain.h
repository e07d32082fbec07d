//===- execution/server/WorkerMain.h - The worker's life --------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_WORKERMAIN_H
#define MLIRGYM_EXECUTION_SERVER_WORKERMAIN_H

namespace mlirgym {

/// main() of mlirgym-worker: takes its settings, enters the sandbox and answers
/// requests until the caller is gone. Returns an exit code of WorkerExit.
int workerMain();
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_SERVER_WORKERMAIN_H
