//===- lowering/tensor/SimplifyTiling.cpp ---------------------------------===//
#include "lowering/module/Rewrite.h"
#include "lowering/tensor/Passes.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_SIMPLIFYTILING
#include "lowering/tensor/Passes.h.inc"

namespace {
struct SimplifyTiling final
    : PatternPass<impl::SimplifyTilingBase<SimplifyTiling>> {
  void addPatterns(RewritePatternSet &set) const override {
    linalg::populateLinalgTilingCanonicalizationPatterns(set);
  }
};
} // namespace
} // namespace mlirgym::lowering
