#include "lowering/gpu/Divisors.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cstdint>

using namespace mlir;

namespace mlirgym::lowering {

int64_t divisorOf(int64_t number) {
  if (number == 0)
    return mostDivisor;
  return std::min(mostDivisor, int64_t(1) << llvm::countr_zero(
                                   static_cast<uint64_t>(number)));
}

int64_t productOfDivisors(int64_t a, int64_t b) {
  return std::min(mostDivisor, a * b);
}

static int64_t divisorOf(AffineExpr expr, affine::AffineApplyOp apply) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return divisorOf(constant.getValue());
  const unsigned numDims = apply.getAffineMap().getNumDims();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return divisorOf(OpFoldResult(apply.getOperand(dim.getPosition())));
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return divisorOf(
        OpFoldResult(apply.getOperand(numDims + symbol.getPosition())));
  auto both = cast<AffineBinaryOpExpr>(expr);
  const int64_t a = divisorOf(both.getLHS(), apply),
                b = divisorOf(both.getRHS(), apply);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
  case AffineExprKind::Mod:
    return std::min(a, b);
  case AffineExprKind::Mul:
    return productOfDivisors(a, b);
  default:
    return 1;
  }
}

static int64_t divisorOfValue(Value number) {
  if (auto argument = dyn_cast<BlockArgument>(number)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument != loop.getInductionVar())
      return 1;
    return std::min(divisorOf(OpFoldResult(loop.getLowerBound())),
                    divisorOf(OpFoldResult(loop.getStep())));
  }
  Operation *op = number.getDefiningOp();
  auto ofOperand = [&](unsigned i) {
    return divisorOf(OpFoldResult(op->getOperand(i)));
  };
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([&](arith::ConstantOp) {
        auto constant = getConstantIntValue(number);
        return constant ? divisorOf(*constant) : 1;
      })
      .Case<arith::AddIOp, arith::SubIOp>(
          [&](auto) { return std::min(ofOperand(0), ofOperand(1)); })
      .Case([&](arith::MulIOp) {
        return productOfDivisors(ofOperand(0), ofOperand(1));
      })
      .Case(
          [&](arith::SelectOp) { return std::min(ofOperand(1), ofOperand(2)); })
      .Case([&](affine::AffineApplyOp apply) {
        return divisorOf(apply.getAffineMap().getResult(0), apply);
      })
      .Default(int64_t(1));
}

int64_t divisorOf(OpFoldResult number) {
  if (auto constant = getConstantIntValue(number))
    return divisorOf(*constant);
  return divisorOfValue(cast<Value>(number));
}

} // namespace mlirgym::lowering
