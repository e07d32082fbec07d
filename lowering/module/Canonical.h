//===- lowering/module/Canonical.h - Canonical form -----------------------===//
#ifndef MLIRGYM_LOWERING_MODULE_CANONICAL_H
#define MLIRGYM_LOWERING_MODULE_CANONICAL_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace mlirgym::lowering {

/// The canonicalization patterns of all loaded dialects, and the patterns that
/// resolve the shapes of results.
mlir::FrozenRewritePatternSet canonicalPatterns(mlir::MLIRContext &context);

/// Applies the patterns and merges common subexpressions, as
/// `canonicalize,cse`. Requires: `op` is isolated from above.
void cleanUp(mlir::Operation *op,
             const mlir::FrozenRewritePatternSet &patterns);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MODULE_CANONICAL_H
