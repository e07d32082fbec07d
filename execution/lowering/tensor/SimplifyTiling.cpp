//===- execution/lowering/tensor/SimplifyTiling.cpp -----------------------===//
#include "execution/lowering/module/Rewrite.h"
#include "execution/lowering/tensor/Passes.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_SIMPLIFYTILING
#include "execution/lowering/tensor/Passes.h.inc"

namespace {
struct SimplifyTiling final
    : PatternPass<impl::SimplifyTilingBase<SimplifyTiling>> {
  void addPatterns(RewritePatternSet &set) const override {
    linalg::populateLinalgTilingCanonicalizationPatterns(set);
  }
};
} // namespace
} // namespace mlirgym::lowering
