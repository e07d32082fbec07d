//===- lowering/vector/KeepCarriedSizes.cpp -------------------------------===//
#include "lowering/module/Rewrite.h"
#include "lowering/vector/Passes.h"

#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_KEEPCARRIEDSIZES
#include "lowering/vector/Passes.h.inc"

namespace {
/// True if `op` queries the size of a tensor that a loop carries. The size is
/// the same in every iteration, but as long as each iteration queries it,
/// accumulators cannot be hoisted.
bool asksForCarriedSize(Operation *op) {
  auto dim = dyn_cast<tensor::DimOp>(op);
  return dim && isa<BlockArgument>(dim.getSource());
}

struct KeepCarriedSizes final : impl::KeepCarriedSizesBase<KeepCarriedSizes> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    scf::populateSCFForLoopCanonicalizationPatterns(set);
    patterns = std::move(set);
    return success();
  }
  void runOnOperation() override {
    if (contains(getOperation(), asksForCarriedSize))
      applyAll(getOperation(), patterns);
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace
} // namespace mlirgym::lowering
