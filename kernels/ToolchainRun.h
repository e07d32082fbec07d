//===- kernels/ToolchainRun.h - Runs a compiler -----------------*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_TOOLCHAINRUN_H
#define MLIRGYM_KERNELS_TOOLCHAINRUN_H

#include "execution/worker/ToolWorker.h"
#include "kernels/GivenFiles.h"
#include "outcome/StopCheck.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// The binary that a toolchain made.
struct ToolchainOutput {
  std::string bytes;
  /// The parts of the sandbox that the system lacks; "" for none.
  std::string remark;
};

/// Runs the command of `file` on it in a temporary folder. Headers in the
/// folder of the file are found through the variable CPATH. Errors:
/// ProgramError with the output of the command; as ToolWorker::run().
llvm::Expected<ToolchainOutput>
runToolchain(worker::ToolWorker &tools, const GivenFile &file, StopCheck *stop);
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_TOOLCHAINRUN_H
