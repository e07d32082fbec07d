//===- execution/lowering/FastMath.cpp ------------------------------------===//
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace mlirgym::lowering {

void setFastMath(func::FuncOp func) {
  using arith::FastMathFlags;
  constexpr FastMathFlags inOrder =
      FastMathFlags::contract | FastMathFlags::nsz | FastMathFlags::arcp;
  auto attributeOf = [&](FastMathFlags flags) {
    return arith::FastMathFlagsAttr::get(func.getContext(), flags);
  };
  auto difference = attributeOf(inOrder),
       other = attributeOf(inOrder | FastMathFlags::reassoc);
  func.walk([&](arith::ArithFastMathInterface op) {
    // Rearranged, x - x is 0, that of infinity and NaN too.
    op->setAttr(op.getFastMathAttrName(),
                isa<arith::SubFOp>(op) ? difference : other);
  });
}
} // namespace mlirgym::lowering
