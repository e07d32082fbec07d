#include "lowering/tensor/IndexedCopies.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {

namespace {
void collectSummands(AffineExpr expr, SmallVectorImpl<AffineExpr> &summands) {
  if (expr.getKind() != AffineExprKind::Add)
    return summands.push_back(expr);
  auto sum = cast<AffineBinaryOpExpr>(expr);
  collectSummands(sum.getLHS(), summands);
  collectSummands(sum.getRHS(), summands);
}

/// True if the value is in [0, bound) in all iterations.
bool isBelow(AffineExpr value, int64_t bound, ArrayRef<int64_t> tripCounts) {
  SmallVector<std::optional<int64_t>> first(tripCounts.size(), 0), last;
  for (int64_t trips : tripCounts)
    last.push_back(trips - 1);
  auto extreme = [&](bool isUpper) {
    return getBoundForAffineExpr(value,
                                 static_cast<unsigned>(tripCounts.size()),
                                 /*numSymbols=*/0, first, last, isUpper);
  };
  const std::optional<int64_t> low = extreme(false), high = extreme(true);
  return low && high && *low >= 0 && *high < bound;
}
} // namespace

AffineExpr simplifyIn(AffineExpr expr, ArrayRef<int64_t> tripCounts) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr lhs = simplifyIn(binary.getLHS(), tripCounts);
  AffineExpr rhs = simplifyIn(binary.getRHS(), tripCounts);
  auto divisor = dyn_cast<AffineConstantExpr>(rhs);
  if (divisor && divisor.getValue() > 0 &&
      llvm::is_contained({AffineExprKind::FloorDiv, AffineExprKind::Mod},
                         binary.getKind())) {
    SmallVector<AffineExpr> summands;
    collectSummands(lhs, summands);
    AffineExpr rest = getAffineConstantExpr(0, expr.getContext());
    AffineExpr quotient = rest;
    for (AffineExpr summand : summands)
      if (summand.isMultipleOf(divisor.getValue()))
        quotient = quotient + summand.floorDiv(divisor.getValue());
      else
        rest = rest + summand;
    if (isBelow(rest, divisor.getValue(), tripCounts))
      return binary.getKind() == AffineExprKind::Mod ? rest : quotient;
  }
  return getAffineBinaryOpExpr(binary.getKind(), lhs, rhs);
}

bool isCopy(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      !op.hasPureTensorSemantics() || !llvm::hasSingleElement(*op.getBody()))
    return false;
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  return yield.getOperand(0) == op.getRegionInputArgs().front();
}

SmallVector<linalg::GenericOp> copiesIn(func::FuncOp func) {
  SmallVector<linalg::GenericOp> copies;
  func.walk([&](linalg::GenericOp op) {
    if (isCopy(op))
      copies.push_back(op);
  });
  return copies;
}
} // namespace mlirgym::lowering
