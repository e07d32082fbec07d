//===- execution/lowering/Slices.cpp --------------------------------------===//
#include "execution/lowering/Slices.h"

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
} // namespace mlirgym::lowering
