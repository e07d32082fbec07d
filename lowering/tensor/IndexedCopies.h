//===- lowering/tensor/IndexedCopies.h - Copies by indices ----------------===//
#ifndef MLIRGYM_LOWERING_TENSOR_INDEXEDCOPIES_H
#define MLIRGYM_LOWERING_TENSOR_INDEXEDCOPIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace mlirgym::lowering {

/// Simplifies divisions and remainders by the ranges of the loops: in a loop of
/// 64 iterations, `d mod 64` is d, and `d floordiv 64` is 0. The dimensions are
/// the loops.
mlir::AffineExpr simplifyIn(mlir::AffineExpr expr,
                            llvm::ArrayRef<int64_t> tripCounts);

/// True if the operation only copies one tensor to another place.
bool isCopy(mlir::linalg::GenericOp op);

/// The operations of the function that only copy one tensor to another place.
llvm::SmallVector<mlir::linalg::GenericOp> copiesIn(mlir::func::FuncOp func);
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TENSOR_INDEXEDCOPIES_H
