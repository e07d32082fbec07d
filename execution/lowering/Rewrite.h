//===- execution/lowering/Rewrite.h - What passes share ---------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_REWRITE_H
#define MLIRGYM_EXECUTION_LOWERING_REWRITE_H

#include "mlir/IR/Operation.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace mlirgym::lowering {

/// Applies `patterns` to all of `op` until none matches.
void applyAll(mlir::Operation *op,
              const mlir::FrozenRewritePatternSet &patterns);

/// True if `isWanted` holds for an op in `root`, or `root` itself.
bool contains(mlir::Operation *root,
              llvm::function_ref<bool(mlir::Operation *)> isWanted);

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_REWRITE_H
