//===- execution/lowering/Cleanup.h - Canonical form between steps -*- C++
//-*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_CLEANUP_H
#define MLIRGYM_EXECUTION_LOWERING_CLEANUP_H

#include "mlir/IR/Operation.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace mlirgym::lowering {

/// Canonicalisation and common subexpressions, what `canonicalize,cse` do. The
/// patterns are collected once, not for every run as those passes would, and
/// nothing is verified in between.
class Cleanup {
public:
  /// Collects the patterns of every dialect loaded in `context`.
  explicit Cleanup(mlir::MLIRContext &context);
  /// `op` is isolated from above.
  void run(mlir::Operation *op) const;

private:
  mlir::FrozenRewritePatternSet patterns;
};

/// Applies `patterns` to all of `op` until none matches.
void applyAll(mlir::Operation *op,
              const mlir::FrozenRewritePatternSet &patterns);

/// True if `isWanted` holds for an op in `root`, or `root` itself.
bool contains(mlir::Operation *root,
              llvm::function_ref<bool(mlir::Operation *)> isWanted);

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_CLEANUP_H
