#include "lowering/tensor/Slices.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include <numeric>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {

SmallVector<OpFoldResult> keptSizes(tensor::ExtractSliceOp slice) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<OpFoldResult> kept;
  for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
    if (!dropped.test(static_cast<unsigned>(i)))
      kept.push_back(size);
  return kept;
}

bool isPlainSlice(tensor::ExtractSliceOp slice) {
  return slice.getType().getRank() == slice.getSourceType().getRank() &&
         slice.hasUnitStride();
}

bool isSizeOf(OpFoldResult size, Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return isConstantIntValue(size, type.getDimSize(dim));
  if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>())
    if (isEqualConstantIntOrValue(size,
                                  keptSizes(slice)[static_cast<size_t>(dim)]))
      return true;
  auto value = dyn_cast<Value>(size);
  auto measured =
      value ? value.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  return measured && measured.getSource() == tensor &&
         measured.getConstantIndex() == dim;
}

bool coversDestination(tensor::InsertSliceOp insert) {
  if (!insert.hasZeroOffset() || !insert.hasUnitStride())
    return false;
  for (auto [dim, size] : llvm::enumerate(insert.getMixedSizes()))
    if (!isSizeOf(size, insert.getDest(), static_cast<int64_t>(dim)))
      return false;
  return true;
}

static int64_t divisorOfResults(AffineMap map, ValueRange operands) {
  int64_t divisor = 0;
  for (AffineExpr expr : map.getResults()) {
    SmallVector<int64_t> factors; // of the operands, then the constant
    if (failed(getFlattenedAffineExpr(expr, map.getNumDims(),
                                      map.getNumSymbols(), &factors)) ||
        factors.size() != map.getNumInputs() + 1)
      return 1;
    divisor = std::gcd(divisor, factors.back());
    for (auto [operand, factor] : llvm::zip(operands, factors))
      if (factor != 0)
        divisor = std::gcd(divisor, factor * knownDivisor(operand));
  }
  return divisor;
}

int64_t knownDivisor(OpFoldResult index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant;
  auto value = cast<Value>(index);
  if (scf::ForOp loop = scf::getForInductionVarOwner(value))
    return std::gcd(knownDivisor(loop.getLowerBound()),
                    knownDivisor(loop.getStep()));
  if (scf::ForallOp loop = scf::getForallOpThreadIndexOwner(value)) {
    const unsigned dim = cast<BlockArgument>(value).getArgNumber();
    return std::gcd(knownDivisor(loop.getMixedLowerBound()[dim]),
                    knownDivisor(loop.getMixedStep()[dim]));
  }
  if (auto apply = value.getDefiningOp<affine::AffineApplyOp>())
    return divisorOfResults(apply.getMap(), apply.getOperands());
  if (auto smallest = value.getDefiningOp<affine::AffineMinOp>())
    return divisorOfResults(smallest.getMap(), smallest.getOperands());
  return 1;
}

std::optional<int64_t> largestSize(Value shaped, int64_t dim) {
  FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
      presburger::BoundType::UB, {shaped, dim}, /*stopCondition=*/nullptr,
      /*closedUB=*/true);
  return succeeded(bound) ? std::optional(*bound) : std::nullopt;
}
} // namespace mlirgym::lowering
