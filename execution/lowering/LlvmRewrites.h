//===- execution/lowering/LlvmRewrites.h - Rewrites of LLVM IR --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_LLVMREWRITES_H
#define MLIRGYM_EXECUTION_LOWERING_LLVMREWRITES_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class ScalarEvolution;
} // namespace llvm

namespace mlirgym::lowering {

// Rewrites of LLVM IR that code generation (CodeGen.h) adds to LLVM's pipeline.

/// Makes maxima and minima of three values and more shorter for x86, where
/// `llvm.maximum` is three instructions: the greater of two, whether one of
/// them is NaN, and a choice. Of n values it is n - 1 times the greater of two
/// and n / 2 times whether one of two is NaN, and where each value is the same
/// permutation of lanes (every second element of a row), that is done once,
/// with the result. Where the sign of zero matters, nothing changes.
void shortenExtrema(llvm::Function &function);

/// Every second element of a row is a shuffle of two loads, the second of which
/// ends where the row may end (StridedTransfers.cpp). Where the elements
/// between them are read too, as a window that moves by two does, both come
/// from the same two loads in place of four.
void shareStridedLoads(llvm::Function &function);

/// Keeps a store non-temporal only if it fills whole cache lines together with
/// other stores of its block, and if it is aligned to its size; the back end
/// would split others into scalars. A cache line that non-temporal stores write
/// only in part is read and written again, which takes five times as long as an
/// ordinary store (rows of 88 f32 on AMD Zen 5: 6.0 ms instead of 0.8). Calls
/// `evolution` only for functions with such stores.
void streamWholeLines(
    llvm::Function &function,
    llvm::function_ref<llvm::ScalarEvolution &(llvm::Function &)> evolution);
} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_LLVMREWRITES_H
