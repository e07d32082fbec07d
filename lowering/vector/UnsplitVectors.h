//===- lowering/vector/UnsplitVectors.h -----------------------------------===//
#ifndef MLIRGYM_LOWERING_VECTOR_UNSPLITVECTORS_H
#define MLIRGYM_LOWERING_VECTOR_UNSPLITVECTORS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace mlirgym::lowering {

/// True if there are vectors of a rank other than one, or ops on vectors
/// without a counterpart in LLVM.
bool hasUnsplitVectors(mlir::func::FuncOp func);

/// Lowers operations that change the shape of vectors, and masks.
mlir::FrozenRewritePatternSet shapePatterns(mlir::MLIRContext *context);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_VECTOR_UNSPLITVECTORS_H
