//===- execution/lowering/Extrema.h - maxima of many values -----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_EXTREMA_H
#define MLIRGYM_EXECUTION_LOWERING_EXTREMA_H

namespace llvm {
class Function;
} // namespace llvm

namespace mlirgym::lowering {

/// Makes maxima and minima of three values and more shorter for x86, where
/// `llvm.maximum` is three instructions: the greater of two, whether one of
/// them is NaN, and a choice. Of n values it is n - 1 times the greater of two
/// and n / 2 times whether one of two is NaN, and where each value is the same
/// permutation of lanes (every second element of a row), that is done once,
/// with the result. What needs the sign of zero stays as it is.
void shortenExtrema(llvm::Function &function);

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_EXTREMA_H
