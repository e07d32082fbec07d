//===- execution/lowering/IndexedCopies.h - Copies by indices ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_INDEXEDCOPIES_H
#define MLIRGYM_EXECUTION_LOWERING_INDEXEDCOPIES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym::lowering {

/// The expression without divisions and remainders that follow from the ranges
/// of the loops: `d mod 64` is d, and `d floordiv 64` is 0, for a loop of 64.
/// The dimensions are the loops.
mlir::AffineExpr simplifyIn(mlir::AffineExpr expr,
                            llvm::ArrayRef<int64_t> tripCounts);

/// True if all that the operation does is to copy one tensor to another place.
bool isCopy(mlir::linalg::GenericOp op);
} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_INDEXEDCOPIES_H
