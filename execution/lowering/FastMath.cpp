//===- execution/lowering/FastMath.cpp ------------------------------------===//
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace mlirgym::lowering {

void setFastMath(func::FuncOp func) {
  auto flags = arith::FastMathFlagsAttr::get(func.getContext(),
                                             arith::FastMathFlags::contract |
                                                 arith::FastMathFlags::reassoc);
  func.walk([&](arith::ArithFastMathInterface op) {
    op->setAttr(op.getFastMathAttrName(), flags);
  });
}
} // namespace mlirgym::lowering
