//===- execution/lowering/target/LlvmRewrites.h - Rewrites of LLVM IR -----===//
#ifndef MLIRGYM_EXECUTION_LOWERING_TARGET_LLVMREWRITES_H
#define MLIRGYM_EXECUTION_LOWERING_TARGET_LLVMREWRITES_H

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
/// greater of two and n / 2 tests for a NaN among two values. If each value is
/// the same permutation of lanes (every second element of a row), it permutes
/// only the result. More than 16 values are four chains of comparisons in place
/// of one. The extremum of the elements of a vector tests all of them for NaN
/// first, and not the results of each step. Calls that depend on the sign of
/// zero are not changed.
void shortenExtrema(llvm::Function &function);

/// Every second element of a row is a shuffle of two loads, the second of which
/// ends at the last element that is read (StridedTransfers.cpp). If the
/// elements between them are read too, as in a window with stride 2, both
/// shuffles share two loads instead of using four.
void shareStridedLoads(llvm::Function &function);

/// Keeps a store non-temporal only if it fills whole cache lines together with
/// other stores of its block, and if it is aligned to its size; the back end
/// would split others into scalars. A cache line that non-temporal stores write
/// only in part is read and written again, five times slower than ordinary
/// stores (rows of 88 f32 on AMD Zen 5: 6.0 ms instead of 0.8). Where more than
/// a few stores of a block fill no whole lines, all of them are ordinary. Calls
/// `evolution` only for functions with such stores.
void streamWholeLines(
    llvm::Function &function,
    llvm::function_ref<llvm::ScalarEvolution &(llvm::Function &)> evolution);

/// Loads and stores the first lanes of a vector in two pieces, each a power of
/// two, in place of one access with a constant mask: 12 lanes as 8 and 4. The
/// other lanes of a load are those of its `passthru`. On AMD Zen 5 masked loads
/// of data beyond the first cache are three times as slow (rows of 12 f32, 1.2
/// ms in place of 0.42), as if they did not train the prefetchers.
void splitMaskedAccesses(llvm::Function &function);

/// Replaces operations that LLVM 22 compiles to wrong x86 code by others with
/// the same result: masked stores of one lane, and `llvm.ldexp` of vectors of
/// f16.
void avoidBackEndFaults(llvm::Function &function);
/// States what LLVM does not know of the buffers of a kernel: they are in
/// global memory, which nothing in shared memory overlaps, and those that are
/// only read overlap no other. Of others nothing is stated: LLVM would take a
/// value that another thread of the block writes before a barrier for its own.
/// Requires: buffers are no longer members of structs.
void describeGpuBuffers(llvm::Function &function);

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_TARGET_LLVMREWRITES_H
