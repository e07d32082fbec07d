//===- lowering/gpu/AsyncCopies.h - Copies that run ahead -------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_ASYNCCOPIES_H
#define MLIRGYM_LOWERING_GPU_ASYNCCOPIES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Support/LLVM.h"
#include <cstdint>

namespace mlirgym::lowering {

/// What a block of the processor has.
struct BlockLimits {
  int64_t sharedBytes = 48 << 10;
  bool hasAsyncCopies = true; ///< cp.async, and mma.sync for 16 bits
  bool hasWarpgroups = false; ///< wgmma
};

/// Loops of a kernel that copy tiles into shared memory and compute with them
/// copy up to three tiles ahead, by asynchronous copies of 16 bytes (PTX
/// `cp.async`), into as many further buffers, whose rows are padded so that the
/// eight rows of a matrix of the tensor cores are in different banks. The
/// threads wait for each other once per iteration. A loop is left as it is
/// unless it has a constant number of iterations, all writes to the buffers are
/// such copies, all rows of the tiles are multiples of 16 bytes, and two tiles
/// fit into shared memory. With warpgroups a WarpgroupProduct is computed by
/// one; it is an error if a thread has too few registers for that.
///
/// Source: software pipelining as in CUTLASS's multistage kernels.
mlir::LogicalResult pipelineCopies(mlir::RewriterBase &rewriter,
                                   mlir::gpu::LaunchOp launch,
                                   int64_t numThreads,
                                   const BlockLimits &limits);

/// Unrolls the short loops of threads in pipelined loops, so that the loads of
/// one iteration run beside the arithmetic of another.
void unrollInPipelines(mlir::gpu::LaunchOp launch);

/// True inside a loop whose iterations wait at their beginning, so that no
/// further barrier is needed.
bool isPipelined(mlir::Operation *op);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_ASYNCCOPIES_H
