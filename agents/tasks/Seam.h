//===- agents/tasks/Seam.h - Where two tasks may be one ---------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_TASKS_SEAM_H
#define MLIRGYM_AGENTS_TASKS_SEAM_H

#include "agents/tasks/Task.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <memory>
#include <vector>

namespace mlirgym {
class KernelOutliner; // kernels/KernelOutliner.h

/// Two tasks whose parts may be fused: the parts of one are read only by those
/// of the other. Whether that is faster only a measurement tells, for elements
/// may have to be computed several times.
struct Seam {
  /// Numbers of the tasks.
  size_t producer = 0, consumer = 0;
  /// A part of each; no part is in two pairs.
  struct Pair {
    std::vector<unsigned> producer, consumer;
    /// The operations of both, ascending.
    std::vector<unsigned> joined() const;
  };
  std::vector<Pair> pairs;
  /// Of the tensor that a pair passes on.
  double bytes = 0;
};

/// The seams of a divided program, in order of their first producer. The parts
/// of a pair have at most `mostOperationsOfPart` operations together.
std::vector<Seam> seamsOf(const Program &fused, llvm::ArrayRef<Task> tasks);

/// The program that a pair of the seam is; pairs that are another one are
/// removed. Errors: those of KernelOutliner::cut().
llvm::Expected<std::shared_ptr<const Program>>
join(Seam &seam, const Program &fused, KernelOutliner &outliner);

} // namespace mlirgym
#endif // MLIRGYM_AGENTS_TASKS_SEAM_H
