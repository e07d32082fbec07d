//===- execution/batch/CorePlan.h - Assignment of processors ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_BATCH_COREPLAN_H
#define MLIRGYM_EXECUTION_BATCH_COREPLAN_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace mlirgym {

/// The assignment of this process's processors: the last ones measure kernels,
/// the others compile.
struct CorePlan {
  /// As many processors as a kernel has threads.
  std::vector<uint32_t> measuring;
  /// Excludes hardware threads that share a core with a measuring one. If none
  /// remains, all processors: then nothing is compiled while a kernel is
  /// measured (`shared`).
  std::vector<uint32_t> compiling;
  bool shared = false;

  /// Errors: ExecutionError if there are fewer processors than threads.
  static llvm::Expected<CorePlan> make(unsigned threads);
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_BATCH_COREPLAN_H
