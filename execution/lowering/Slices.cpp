//===- execution/lowering/Slices.cpp --------------------------------------===//
#include "execution/lowering/Slices.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
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

std::optional<int64_t> largestSize(Value shaped, int64_t dim) {
  FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
      presburger::BoundType::UB, {shaped, dim}, /*stopCondition=*/nullptr,
      /*closedUB=*/true);
  return succeeded(bound) ? std::optional(*bound) : std::nullopt;
}
} // namespace mlirgym::lowering
