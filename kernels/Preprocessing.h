//===- kernels/Preprocessing.h - Changes a module ---------------*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_PREPROCESSING_H
#define MLIRGYM_KERNELS_PREPROCESSING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace mlirgym {

/// True for "builtin.module(...)", which a compile worker runs; anything else
/// is a command.
bool isPassPipeline(llvm::StringRef preprocess);

struct ToolLimits {
  double timeoutMs = 60'000;
  uint64_t memoryBytes = 8ull << 30;
};

/// Runs a command, split into words as a shell does but without a shell, with
/// `input` as its stdin; returns its stdout. Errors: ExecutionError with the
/// command, its exit code or signal, and the beginning of its stderr.
llvm::Expected<std::string> runTool(llvm::StringRef command,
                                    llvm::StringRef input, ToolLimits limits);
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_PREPROCESSING_H
