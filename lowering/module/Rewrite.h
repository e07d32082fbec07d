//===- lowering/module/Rewrite.h - Helpers of passes ------------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_MODULE_REWRITE_H
#define MLIRGYM_LOWERING_MODULE_REWRITE_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlirgym::lowering {

/// Applies `patterns` to all of `op` until none matches.
void applyAll(mlir::Operation *op,
              const mlir::FrozenRewritePatternSet &patterns);

/// True if `isWanted` holds for `root` or an op in it.
bool contains(mlir::Operation *root,
              llvm::function_ref<bool(mlir::Operation *)> isWanted);

/// A pass that consists of applyAll() with patterns that are collected once per
/// pass manager. `Base` is the base class that TableGen generates.
template <typename Base> class PatternPass : public Base {
public:
  virtual void addPatterns(mlir::RewritePatternSet &patterns) const = 0;

  mlir::LogicalResult initialize(mlir::MLIRContext *context) final {
    mlir::RewritePatternSet set(context);
    addPatterns(set);
    patterns = std::move(set);
    return mlir::success();
  }
  void runOnOperation() final { applyAll(this->getOperation(), patterns); }

private:
  mlir::FrozenRewritePatternSet patterns;
};

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MODULE_REWRITE_H
