//===- execution/lowering/WholeLines.h - Stores past the caches -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_WHOLELINES_H
#define MLIRGYM_EXECUTION_LOWERING_WHOLELINES_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class ScalarEvolution;
} // namespace llvm

namespace mlirgym::lowering {

/// A store stays non-temporal only if it and others of its block fill whole
/// cache lines, and it is as aligned as it is large: the back end would make
/// scalars of any other. A line
/// of which a part is written past the caches is read and written again, which
/// takes five times as long as an ordinary store (rows of 88 f32 on AMD Zen 5:
/// 6.0 ms instead of 0.8). `evolution` is asked for only where something is
/// stored so.
void streamWholeLines(
    llvm::Function &function,
    llvm::function_ref<llvm::ScalarEvolution &(llvm::Function &)> evolution);

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_WHOLELINES_H
