//===- lowering/target/LlvmRewrites.h - Rewrites of LLVM IR ---------------===//
#ifndef MLIRGYM_LOWERING_TARGET_LLVMREWRITES_H
#define MLIRGYM_LOWERING_TARGET_LLVMREWRITES_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class ScalarEvolution;
} // namespace llvm

namespace mlirgym::lowering {

// Rewrites of LLVM IR that code generation (CodeGen.h) adds to LLVM's pipeline.

/// Shortens maxima and minima of three and more values on x86, where
/// `llvm.maximum` takes three instructions: the greater of two values, a test
/// for NaN, and a selection. For n values it emits n - 1 instructions for the
/// greater of two and n / 2 tests for a NaN among two values. If all values are
/// permuted in the same way (every second element of a row), it permutes only
/// the result. For more than 16 values it uses four chains of comparisons
/// instead of one. For the extremum of the elements of a vector it tests all
/// elements for NaN first, instead of the result of each step. Calls that
/// depend on the sign of zero are not changed.
void shortenExtrema(llvm::Function &function);

/// Reading every second element of a row is a shuffle of two loads; the second
/// load ends at the last element that is read (StridedTransfers.cpp). If the
/// elements in between are read too, as in a window with stride 2, this makes
/// both shuffles share two loads instead of using four.
void shareStridedLoads(llvm::Function &function);

/// Keeps a store non-temporal only if it fills whole cache lines together with
/// other stores of its block, and if it is aligned to its size; the back end
/// would split other stores into scalars. A cache line that non-temporal stores
/// write only in part is read and written again, five times slower than
/// ordinary stores (rows of 88 f32 on AMD Zen 5: 6.0 ms instead of 0.8). If
/// more than a few stores of a block do not fill whole lines, all stores of the
/// block become ordinary. Calls `evolution` only for functions with such
/// stores.
void streamWholeLines(
    llvm::Function &function,
    llvm::function_ref<llvm::ScalarEvolution &(llvm::Function &)> evolution);

/// Replaces an access to the first lanes of a vector by a constant mask with
/// two accesses whose sizes are powers of two: 12 lanes as 8 and 4. The other
/// lanes of a load come from its `passthru`. On AMD Zen 5 masked loads of data
/// outside the L1 cache are three times as slow (rows of 12 f32: 1.2 ms instead
/// of 0.42), as if they did not train the prefetchers.
void splitMaskedAccesses(llvm::Function &function);

/// Replaces operations that LLVM 22 compiles to wrong x86 code by equivalent
/// ones: masked stores of one lane, and `llvm.ldexp` of vectors of f16.
void avoidBackEndFaults(llvm::Function &function);

/// Extends an integer or a float of 16 bits before it becomes a vector instead
/// of after it. RISC-V multiplies a vector by a scalar register, and by one
/// that was extended takes a single widening instruction (`vwmacc.vx`); LLVM 22
/// extends the vector in two. For x86 without AVX-512, it fills a vector of
/// bf16 from a scalar by six instructions.
void extendBeforeSplats(llvm::Function &function);

/// Adds facts about the buffers of a kernel that LLVM cannot infer: they are in
/// global memory, which does not overlap shared memory, and buffers that are
/// only read do not overlap any other. Written buffers get no such attribute:
/// LLVM would reuse a loaded value although another thread of the block may
/// overwrite it before a barrier. Requires: buffers are no longer members of
/// structs.
void describeGpuBuffers(llvm::Function &function);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TARGET_LLVMREWRITES_H
