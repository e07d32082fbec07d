//===- lowering/math/SplitSincos.cpp --------------------------------------===//
#include "lowering/math/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_SPLITSINCOS
#include "lowering/math/Passes.h.inc"

namespace {
struct SplitSincos final : impl::SplitSincosBase<SplitSincos> {
  void runOnOperation() override {
    getOperation().walk([](math::SincosOp op) {
      OpBuilder at(op);
      Value sine = math::SinOp::create(at, op.getLoc(), op.getOperand());
      Value cosine = math::CosOp::create(at, op.getLoc(), op.getOperand());
      op->replaceAllUsesWith(ValueRange{sine, cosine});
      op.erase();
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
