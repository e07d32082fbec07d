//===- lowering/math/ScaleLogarithms.cpp ----------------------------------===//
//
// MLIR's polynomials treat every subnormal number as the smallest normal one.
// Here such a number is multiplied by 2^24 first, and the logarithm of 2^24 is
// subtracted.
//
//===----------------------------------------------------------------------===//
#include "lowering/math/FloatBuilder.h"
#include "lowering/math/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_SCALELOGARITHMS
#include "lowering/math/Passes.h.inc"

namespace {
struct ScaleLogarithms final : impl::ScaleLogarithmsBase<ScaleLogarithms> {
  void runOnOperation() override;
};
} // namespace

void ScaleLogarithms::runOnOperation() {
  constexpr double smallestNormal = 0x1p-126, scale = 0x1p24;
  getOperation().walk([&](Operation *op) {
    if (!isa<math::LogOp, math::Log2Op>(op) ||
        !getElementTypeOrSelf(op->getResult(0).getType()).isF32())
      return;
    OpBuilder at(op);
    FloatBuilder build(at, op->getLoc(), op->getResult(0).getType());
    Value x = op->getOperand(0);
    // Numbers that are not positive are scaled too: 0 remains 0, and the sign
    // does not change.
    Value isSmall = build.compare(arith::CmpFPredicate::OLT, x,
                                  build.constant(smallestNormal));
    op->setOperand(
        0, build.select(isSmall, build.mul(x, build.constant(scale)), x));
    at.setInsertionPointAfter(op);
    const double logOfScale =
        isa<math::LogOp>(op) ? 24 * 0x1.62e42fefa39efp-1 : 24;
    Value offset =
        build.select(isSmall, build.constant(logOfScale), build.constant(0));
    Value result = build.sub(op->getResult(0), offset);
    op->getResult(0).replaceAllUsesExcept(result, result.getDefiningOp());
  });
}
} // namespace mlirgym::lowering
