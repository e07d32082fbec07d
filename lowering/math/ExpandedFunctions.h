//===- lowering/math/ExpandedFunctions.h - Arithmetic only ----------------===//
#ifndef MLIRGYM_LOWERING_MATH_EXPANDEDFUNCTIONS_H
#define MLIRGYM_LOWERING_MATH_EXPANDEDFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace mlirgym::lowering {

/// True for functions that are expanded into arithmetic, by MLIR's polynomials
/// or by one of our passes; types narrower than f32 are computed in f32.
bool isExpanded(llvm::StringRef name);

/// True for expanded functions for which MLIR's polynomials are correct.
bool isApproximated(llvm::StringRef name);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MATH_EXPANDEDFUNCTIONS_H
