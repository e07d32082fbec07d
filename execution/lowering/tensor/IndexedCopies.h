//===- execution/lowering/tensor/IndexedCopies.h - Copies by indices ------===//
#ifndef MLIRGYM_EXECUTION_LOWERING_TENSOR_INDEXEDCOPIES_H
#define MLIRGYM_EXECUTION_LOWERING_TENSOR_INDEXEDCOPIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace mlirgym::lowering {

/// The expression without divisions and remainders that follow from the ranges
/// of the loops: `d mod 64` is d, and `d floordiv 64` is 0, for a loop of 64.
/// The dimensions are the loops.
mlir::AffineExpr simplifyIn(mlir::AffineExpr expr,
                            llvm::ArrayRef<int64_t> tripCounts);

/// The operations of the function that do nothing but copy one tensor to
/// another place.
llvm::SmallVector<mlir::linalg::GenericOp> copiesIn(mlir::func::FuncOp func);
} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_TENSOR_INDEXEDCOPIES_H
