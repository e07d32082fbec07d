//===- lowering/module/Marks.h - Attributes between passes ----------------===//
#ifndef MLIRGYM_LOWERING_MODULE_MARKS_H
#define MLIRGYM_LOWERING_MODULE_MARKS_H

#include "llvm/ADT/StringRef.h"

namespace mlirgym::lowering {

/// Unit attribute of a structured op that is to become vector operations.
inline constexpr llvm::StringLiteral vectorizeMark = "mlirgym.vectorize";

/// Unit attribute of a marked sum of products that a matrix unit computes: its
/// factors are in groups, and the code is short for many products.
inline constexpr llvm::StringLiteral tilesMark = "mlirgym.tiles";

/// Unit attribute of a convolution that is to be computed by Winograd's
/// algorithm.
inline constexpr llvm::StringLiteral winogradMark = "mlirgym.winograd";

/// Unit attribute of a structured op whose results are stored past the caches,
/// and then of the function's arguments that hold them.
inline constexpr llvm::StringLiteral streamMark = "mlirgym.stream";

/// Unit attribute of a write whose rows overlap: elements beyond the end of a
/// row are overwritten by the next row, so that the last row must be stored
/// last.
inline constexpr llvm::StringLiteral rowByRowMark = "mlirgym.row_by_row";

/// Unit attribute of a loop that is not unrolled, so that each iteration reads
/// its data before the next iteration does.
inline constexpr llvm::StringLiteral inOrderMark = "mlirgym.in_order";

/// Unit attribute of a function that runs in its first call alone.
inline constexpr llvm::StringLiteral onceMark = "mlirgym.once";

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MODULE_MARKS_H
