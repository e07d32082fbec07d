//===- execution/process/WorkerPath.h - Finds mlirgym-worker ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_PROCESS_WORKERPATH_H
#define MLIRGYM_EXECUTION_PROCESS_WORKERPATH_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym::worker {

/// Path of the worker program. Searched in this order: `asked`,
/// $MLIRGYM_WORKER, beside the running program or the library that contains
/// this function (and the `bin` and `libexec` folders near them), the place of
/// installation, and the build folder. Errors: ExecutionError listing the
/// places that were searched.
llvm::Expected<std::string> findWorker(llvm::StringRef asked);

/// Path of the program that only runs kernels, in the folder of the worker
/// program. Errors: as findWorker().
llvm::Expected<std::string> findKernelWorker(llvm::StringRef askedWorker);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_PROCESS_WORKERPATH_H
