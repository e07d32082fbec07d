#include "lowering/module/Divisors.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {

static int64_t divisorOfProduct(int64_t a, int64_t b) {
  int64_t product = 0;
  return llvm::MulOverflow(a, b, product) ? a : product;
}

/// `apply` is an affine.apply or affine.min of `expr`.
template <typename Op> static int64_t knownDivisor(AffineExpr expr, Op apply) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::abs(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return knownDivisor(apply.getDimOperands()[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return knownDivisor(apply.getSymbolOperands()[symbol.getPosition()]);
  auto both = cast<AffineBinaryOpExpr>(expr);
  const int64_t a = knownDivisor(both.getLHS(), apply),
                b = knownDivisor(both.getRHS(), apply);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
  case AffineExprKind::Mod:
    return std::gcd(a, b);
  case AffineExprKind::Mul:
    return divisorOfProduct(a, b);
  default:
    return 1;
  }
}

template <typename Op> static int64_t divisorOfResults(Op op) {
  int64_t divisor = 0;
  for (AffineExpr expr : op.getMap().getResults())
    divisor = std::gcd(divisor, knownDivisor(expr, op));
  return divisor;
}

static int64_t divisorOfArgument(BlockArgument argument) {
  if (scf::ForOp loop = scf::getForInductionVarOwner(argument))
    return std::gcd(knownDivisor(loop.getLowerBound()),
                    knownDivisor(loop.getStep()));
  if (scf::ForallOp loop = scf::getForallOpThreadIndexOwner(argument)) {
    const unsigned dim = argument.getArgNumber();
    return std::gcd(knownDivisor(loop.getMixedLowerBound()[dim]),
                    knownDivisor(loop.getMixedStep()[dim]));
  }
  return 1;
}

int64_t knownDivisor(OpFoldResult index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return std::abs(*constant);
  if (auto argument = dyn_cast<BlockArgument>(cast<Value>(index)))
    return divisorOfArgument(argument);
  Operation *op = cast<Value>(index).getDefiningOp();
  auto ofOperand = [&](unsigned i) { return knownDivisor(op->getOperand(i)); };
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case<arith::AddIOp, arith::SubIOp>(
          [&](auto) { return std::gcd(ofOperand(0), ofOperand(1)); })
      .Case([&](arith::MulIOp) {
        return divisorOfProduct(ofOperand(0), ofOperand(1));
      })
      .Case(
          [&](arith::SelectOp) { return std::gcd(ofOperand(1), ofOperand(2)); })
      .Case<affine::AffineApplyOp, affine::AffineMinOp>(
          [](auto apply) { return divisorOfResults(apply); })
      .Default(int64_t(1));
}

} // namespace mlirgym::lowering
