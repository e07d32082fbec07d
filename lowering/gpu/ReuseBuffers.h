//===- lowering/gpu/ReuseBuffers.h - Results in place -----------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_REUSEBUFFERS_H
#define MLIRGYM_LOWERING_GPU_REUSEBUFFERS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace mlirgym::lowering {

/// Computes the results of elementwise operations of a kernel in the buffer of
/// an input that nothing reads afterwards, such as the exponentials of a
/// softmax in that of its operands: shared memory is scarce. Bufferization does
/// the same, but not for the results of loops.
void reuseBuffers(mlir::RewriterBase &rewriter, mlir::gpu::LaunchOp launch);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_REUSEBUFFERS_H
