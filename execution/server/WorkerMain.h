//===- execution/server/WorkerMain.h - main() of a worker -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_WORKERMAIN_H
#define MLIRGYM_EXECUTION_SERVER_WORKERMAIN_H

namespace mlirgym::worker {

/// main() of mlirgym-worker: receives its settings, enters the sandbox and
/// answers requests until the caller ends. Returns an exit code of WorkerExit.
int workerMain();
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_WORKERMAIN_H
