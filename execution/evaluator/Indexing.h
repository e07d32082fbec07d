//===- execution/evaluator/Indexing.h - Elements that loops access --------===//
#ifndef MLIRGYM_EXECUTION_EVALUATOR_INDEXING_H
#define MLIRGYM_EXECUTION_EVALUATOR_INDEXING_H

#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mlirgym::reference {

/// Adds `factor` x `expr` to the coefficients of the loops and, after them, the
/// constant. False if the expression is not linear.
bool addLinear(mlir::AffineExpr expr, int64_t factor,
               llvm::MutableArrayRef<int64_t> sum);

/// The row-major offset of the element that `map` names in a tensor of `shape`:
/// a coefficient for each loop, then the constant; nullopt if it is not linear.
std::optional<llvm::SmallVector<int64_t, 8>>
linearOffset(mlir::AffineMap map, llvm::ArrayRef<int64_t> shape);

/// The loops of `op` whose points all write distinct elements, in every result,
/// outermost first.
llvm::SmallVector<unsigned, 8> laneLoopsOf(mlir::linalg::LinalgOp op);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_EVALUATOR_INDEXING_H
