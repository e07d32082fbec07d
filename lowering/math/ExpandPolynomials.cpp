//===- lowering/math/ExpandPolynomials.cpp --------------------------------===//
#include "lowering/math/ExpandedFunctions.h"
#include "lowering/math/Passes.h"
#include "lowering/module/Rewrite.h"

#include "mlir/Dialect/Math/Transforms/Passes.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_EXPANDPOLYNOMIALS
#include "lowering/math/Passes.h.inc"

namespace {
struct ExpandPolynomials final
    : PatternPass<impl::ExpandPolynomialsBase<ExpandPolynomials>> {
  void addPatterns(RewritePatternSet &set) const override {
    populateMathPolynomialApproximationPatterns(set, isApproximated);
  }
};
} // namespace
} // namespace mlirgym::lowering
