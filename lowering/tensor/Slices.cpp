#include "lowering/tensor/Slices.h"
#include "lowering/module/Divisors.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include <cstdint>
#include <numeric>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {

namespace {
/// `tensor` if it is a plain slice.
tensor::ExtractSliceOp plainSlice(Value tensor) {
  auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>();
  return slice && isPlainSlice(slice) ? slice : nullptr;
}
} // namespace

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

Value sourceOfSlices(Value tensor) {
  while (tensor::ExtractSliceOp slice = plainSlice(tensor))
    tensor = slice.getSource();
  return tensor;
}

SmallVector<OpFoldResult> offsetsInSource(Value tensor, OpBuilder &at,
                                          Location loc) {
  SmallVector<OpFoldResult> offsets(
      cast<RankedTensorType>(tensor.getType()).getRank(), at.getIndexAttr(0));
  const AffineExpr sum = at.getAffineDimExpr(0) + at.getAffineDimExpr(1);
  for (; tensor::ExtractSliceOp slice = plainSlice(tensor);
       tensor = slice.getSource())
    for (auto [offset, more] :
         llvm::zip_equal(offsets, slice.getMixedOffsets()))
      offset =
          affine::makeComposedFoldedAffineApply(at, loc, sum, {offset, more});
  return offsets;
}

int64_t divisorOfOffset(Value tensor, int64_t dim) {
  int64_t divisor = 0;
  for (; tensor::ExtractSliceOp slice = plainSlice(tensor);
       tensor = slice.getSource())
    divisor = std::gcd(divisor, knownDivisor(slice.getMixedOffsets()[dim]));
  return divisor;
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

std::optional<int64_t> largestSize(Value shaped, int64_t dim) {
  FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
      presburger::BoundType::UB, {shaped, dim}, /*stopCondition=*/nullptr,
      /*closedUB=*/true);
  return succeeded(bound) ? std::optional(*bound) : std::nullopt;
}
} // namespace mlirgym::lowering
