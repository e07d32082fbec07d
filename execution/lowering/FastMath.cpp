//===- execution/lowering/FastMath.cpp ------------------------------------===//
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace mlirgym::lowering {

void setFastMath(func::FuncOp func) {
  using arith::FastMathFlags;
  auto flags = arith::FastMathFlagsAttr::get(
      func.getContext(), FastMathFlags::contract | FastMathFlags::reassoc |
                             FastMathFlags::nsz | FastMathFlags::arcp);
  func.walk([&](arith::ArithFastMathInterface op) {
    op->setAttr(op.getFastMathAttrName(), flags);
  });
}
} // namespace mlirgym::lowering
