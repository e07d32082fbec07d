//===- agents/model/TiledLoops.h - The loops around a kernel ----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_MODEL_TILEDLOOPS_H
#define MLIRGYM_AGENTS_MODEL_TILEDLOOPS_H

#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace mlirgym {

/// Iterations of each loop of Operation::tripCounts in a tile.
using Extents = llvm::SmallVector<int64_t, 8>;

/// A loop around the kernel of an operation.
struct LoopAround {
  /// Index in Operation::tripCounts of the loop that it tiles; unknown for some
  /// loops of a consumer into which the operation is fused.
  static constexpr int unknown = -1;
  int source = unknown;
  double trips = 1;
};

/// Arithmetic instructions of an iteration, at least 1: a multiply-add is one,
/// a division and an exponential are as many as given.
double arithmeticPerIteration(const Operation &op, double divisionCost,
                              double exponentialCost);

/// The loops of one operation of a scheduled program, outermost first, down to
/// its kernel: the innermost tile if it is vectorised, else a single iteration.
/// Depth d is inside the first d loops. Keeps a reference to the state.
class TiledLoops {
public:
  TiledLoops(const ScheduleState &state, unsigned op);

  const Operation &operation() const { return *operationRef; }
  const LoopNest &nest() const { return *nestRef; }
  llvm::ArrayRef<LoopAround> loops() const { return around; }
  unsigned depth() const { return static_cast<unsigned>(around.size()); }
  /// The part of the iteration domain inside the first `depth` loops.
  const Extents &extents(unsigned depth) const { return tiles[depth]; }
  /// Number of times that the body at `depth` runs.
  double executions(unsigned depth) const;
  /// Number of loops of the consumers into which it is fused; 0 if none.
  unsigned fusedDepth() const { return foreign; }
  /// Number of loops around the copy of `input`, if it was promoted; more than
  /// depth() if not.
  unsigned copyDepth(unsigned input) const { return copies[input]; }

private:
  void addTileLoops(unsigned op);
  void addScalarLoops();
  void findCopies(const ScheduleState &state, unsigned op);

  const Operation *operationRef;
  const LoopNest *nestRef;
  llvm::SmallVector<LoopAround, 16> around;
  std::vector<Extents> tiles;
  unsigned foreign = 0;
  llvm::SmallVector<unsigned, 4> copies;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_MODEL_TILEDLOOPS_H
