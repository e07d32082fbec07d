//===- lowering/gpu/team/Team.h - Threads that share operations -*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_TEAM_TEAM_H
#define MLIRGYM_LOWERING_GPU_TEAM_TEAM_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"
#include <cstdint>
#include <utility>

namespace mlirgym::lowering {

/// The threads of a launch that share the iterations of operations: those of
/// each block alone, or those of the whole grid.
class Team {
public:
  static Team ofBlock(mlir::gpu::LaunchOp launch, int64_t numThreads);
  /// The warps of a block, in place of single threads.
  static Team ofWarps(mlir::RewriterBase &rewriter, mlir::gpu::LaunchOp launch,
                      int64_t numThreads);
  /// Of `numBlocks` blocks along the first dimension. Creates the number of the
  /// thread at the start of the kernel.
  static Team ofGrid(mlir::RewriterBase &rewriter, mlir::gpu::LaunchOp launch,
                     int64_t numBlocks, int64_t threadsOfBlock);

  /// The place for code that thread i runs for each i < count, and i.
  std::pair<mlir::Operation *, mlir::Value>
  share(mlir::RewriterBase &rewriter, mlir::Location loc,
        mlir::OpFoldResult count) const;

  /// Replaces an operation on buffers, and the fill of its output before it, by
  /// the code of each thread. Threads do not wait for each other after it.
  void share(mlir::RewriterBase &rewriter, mlir::linalg::GenericOp op) const;

  mlir::gpu::LaunchOp launch;
  mlir::Value number; ///< of this thread in the team
  int64_t count, threadsOfBlock;
  int64_t wanted; ///< threads that are to have something to do
};

/// The fill that `op` alone overwrites, just before it in the same block: its
/// value is where the sums of `op` begin. Null if there is none.
mlir::linalg::FillOp fillBefore(mlir::linalg::LinalgOp op);
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_TEAM_TEAM_H
