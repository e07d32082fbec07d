//===- execution/CorePlan.h - Who runs on which processor -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_COREPLAN_H
#define MLIRGYM_EXECUTION_COREPLAN_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace mlirgym {

/// Processors of this process, shared out: kernels are measured on the last
/// ones, compiled on the rest.
struct CorePlan {
  /// As many as a kernel has threads.
  std::vector<uint32_t> measuring;
  /// Without those that share a core with a measuring one as hardware threads.
  /// All of them if none is left over: then nothing compiles while something is
  /// measured.
  std::vector<uint32_t> compiling;
  bool shared = false;

  /// Errors: ExecutionError if there are fewer processors than threads.
  static llvm::Expected<CorePlan> make(unsigned threads);
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_COREPLAN_H
