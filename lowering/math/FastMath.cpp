//===- lowering/math/FastMath.cpp -----------------------------------------===//
#include "lowering/math/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_FASTMATH
#include "lowering/math/Passes.h.inc"

namespace {
struct FastMath final : impl::FastMathBase<FastMath> {
  void runOnOperation() override {
    using arith::FastMathFlags;
    constexpr FastMathFlags inOrder =
        FastMathFlags::contract | FastMathFlags::nsz | FastMathFlags::arcp;
    auto attributeOf = [&](FastMathFlags flags) {
      return arith::FastMathFlagsAttr::get(&getContext(), flags);
    };
    auto sum = attributeOf(inOrder | FastMathFlags::reassoc),
         other = attributeOf(inOrder);
    getOperation().walk([&](arith::ArithFastMathInterface op) {
      op->setAttr(op.getFastMathAttrName(),
                  isa<arith::AddFOp>(op) ? sum : other);
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
