//===- execution/server/MeasureRole.h - Runs kernels ------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_MEASUREROLE_H
#define MLIRGYM_EXECUTION_SERVER_MEASUREROLE_H

namespace mlirgym::worker {
struct StartedWorker;

/// Greets the caller and runs kernels until it ends. Uses no MLIR.
void serveMeasure(const StartedWorker &worker);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_MEASUREROLE_H
