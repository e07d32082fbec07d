#include "lowering/buffer/LinearOffset.h"
#include "lowering/module/Divisors.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <optional>
#include <utility>

using namespace mlir;

namespace mlirgym::lowering {

std::optional<LinearOffset> LinearOffset::of(Value view, ValueRange indices) {
  LinearOffset offset;
  if (!offset.addIndices(getAsOpFoldResult(indices), view) ||
      !offset.addView(view))
    return std::nullopt;
  return offset;
}

bool LinearOffset::isLinearIn(scf::ForOp loop) const {
  return llvm::all_of(factors, [&](const auto &each) {
    return each.first == loop.getInductionVar() ||
           loop.isDefinedOutsideOfLoop(each.first);
  });
}

/// Adds the position of the first element of a view.
bool LinearOffset::addView(Value view) {
  while (Operation *op = view.getDefiningOp()) {
    if (auto slice = dyn_cast<memref::SubViewOp>(op)) {
      if (!addIndices(slice.getMixedOffsets(), slice.getSource()))
        return false;
      view = slice.getSource();
    } else if (isa<memref::CollapseShapeOp, memref::ExpandShapeOp,
                   memref::CastOp>(op)) {
      view = op->getOperand(0);
    } else {
      return isa<memref::AllocOp, memref::AllocaOp>(op);
    }
  }
  return true;
}

bool LinearOffset::addIndices(ArrayRef<OpFoldResult> indices, Value buffer) {
  SmallVector<int64_t> strides;
  int64_t begin = 0;
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type || failed(type.getStridesAndOffset(strides, begin)) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return false;
  for (auto [index, stride] : llvm::zip_equal(indices, strides))
    add(index, stride);
  return true;
}

void LinearOffset::add(OpFoldResult index, int64_t factor) {
  if (std::optional<int64_t> number = getConstantIntValue(index))
    constant += *number * factor;
  else
    add(cast<Value>(index), factor);
}

void LinearOffset::add(Value index, int64_t factor) {
  if (auto apply = index.getDefiningOp<affine::AffineApplyOp>()) {
    LinearOffset sum = *this;
    if (sum.add(apply.getAffineMap().getResult(0), apply.getMapOperands(),
                apply.getAffineMap().getNumDims(), factor)) {
      *this = std::move(sum);
      return;
    }
  }
  factors[index] += factor;
}

/// False if the expression is not a sum of multiples.
bool LinearOffset::add(AffineExpr expr, ValueRange operands, unsigned numDims,
                       int64_t factor) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    constant += number.getValue() * factor;
    return true;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    add(OpFoldResult(operands[dim.getPosition()]), factor);
    return true;
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    add(OpFoldResult(operands[numDims + symbol.getPosition()]), factor);
    return true;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add)
    return add(binary.getLHS(), operands, numDims, factor) &&
           add(binary.getRHS(), operands, numDims, factor);
  auto times = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Mul && times &&
         add(binary.getLHS(), operands, numDims, factor * times.getValue());
}

int64_t LinearOffset::divisorOfIterations(scf::ForOp first) const {
  int64_t divisor = constant;
  for (auto [index, factor] : factors) {
    const bool isFirst = first && index == first.getInductionVar();
    const int64_t each = knownDivisor(isFirst ? first.getLowerBound() : index);
    divisor = std::gcd(divisor, factor * each);
  }
  return divisor;
}

Value LinearOffset::build(OpBuilder &at, Location loc) const {
  Value sum = arith::ConstantIndexOp::create(at, loc, constant);
  for (auto [index, factor] : factors) {
    if (factor == 0)
      continue;
    Value by = arith::ConstantIndexOp::create(at, loc, factor);
    Value product = arith::MulIOp::create(at, loc, index, by);
    sum = arith::AddIOp::create(at, loc, sum, product);
  }
  return sum;
}

} // namespace mlirgym::lowering
