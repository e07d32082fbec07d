//===- execution/worker/WorkerPath.h - Finds mlirgym-worker -----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_WORKERPATH_H
#define MLIRGYM_EXECUTION_WORKER_WORKERPATH_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym::worker {

/// Path of the worker program: `asked`, else $MLIRGYM_WORKER, else beside the
/// running program or the library this is part of (or in the `bin`, `libexec`
/// near them), else at its place of installation or in the build folder.
/// Errors: ExecutionError listing the places that were searched.
llvm::Expected<std::string> findWorker(llvm::StringRef asked);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_WORKERPATH_H
