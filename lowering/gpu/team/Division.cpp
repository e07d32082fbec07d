//===- lowering/gpu/team/Division.cpp -------------------------------------===//
#include "lowering/gpu/team/Division.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// Bits of the widest load or store of a thread.
constexpr int64_t bitsAtOnce = 128;

/// Product of the trip counts of some loops; nullopt if one is not constant.
std::optional<int64_t> product(linalg::LinalgOp op, ArrayRef<unsigned> loops) {
  const SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t result = 1;
  for (unsigned loop : loops) {
    if (ShapedType::isDynamic(ranges[loop]))
      return std::nullopt;
    result *= ranges[loop];
  }
  return result;
}

/// True if the body has a vector form: arithmetic of each element alone.
bool hasVectorForm(linalg::LinalgOp op) {
  return llvm::all_of(op.getBlock()->without_terminator(), [](Operation &each) {
    return each.hasTrait<OpTrait::ConstantLike>() ||
           OpTrait::hasElementwiseMappableTraits(&each);
  });
}

enum class Access { Uniform, Contiguous, Other };

/// How the iterations of a loop access an operand.
Access accessAlong(linalg::LinalgOp op, OpOperand &operand, unsigned loop) {
  const AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!map.isFunctionOfDim(loop))
    return Access::Uniform;
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || map.getNumResults() == 0 ||
      map.getResults().back() != getAffineDimExpr(loop, op.getContext()) ||
      llvm::any_of(map.getResults().drop_back(), [&](AffineExpr result) {
        return result.isFunctionOfDim(loop);
      }))
    return Access::Other;
  return type.isLastDimUnitStride() ? Access::Contiguous : Access::Other;
}

/// True if rows of the operand begin at multiples of `lanes`.
bool hasAlignedRows(OpOperand &operand, int64_t lanes) {
  auto type = cast<MemRefType>(operand.get().getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  return llvm::all_of(ArrayRef(strides).drop_back(), [&](int64_t stride) {
    return !ShapedType::isDynamic(stride) && stride % lanes == 0;
  });
}

/// Elements of one access along the loop; 1 if they are no neighbours.
int64_t lanesAlong(linalg::LinalgOp op, unsigned loop) {
  const int64_t range = op.getStaticLoopRanges()[loop];
  if (ShapedType::isDynamic(range) || !hasVectorForm(op))
    return 1;
  const bool isParallel =
      linalg::isParallelIterator(op.getIteratorTypesArray()[loop]);
  int64_t bits = 8;
  SmallVector<OpOperand *> contiguous;
  for (OpOperand &operand : op->getOpOperands()) {
    switch (accessAlong(op, operand, loop)) {
    case Access::Uniform:
      if (isParallel && op.isDpsInit(&operand))
        return 1;
      break;
    case Access::Contiguous:
      contiguous.push_back(&operand);
      bits = std::max<int64_t>(
          bits, getElementTypeOrSelf(operand.get()).getIntOrFloatBitWidth());
      break;
    case Access::Other:
      return 1;
    }
  }
  if (contiguous.empty())
    return 1;
  int64_t lanes = bitsAtOnce / bits;
  while (lanes > 1 &&
         (range % lanes != 0 || !llvm::all_of(contiguous, [&](OpOperand *each) {
            return hasAlignedRows(*each, lanes);
          })))
    lanes /= 2;
  return lanes;
}

/// True if parts of the sum of a point can be computed by several threads, each
/// of which reads every n-th element along the reduction.
bool canBeGrouped(linalg::LinalgOp op, unsigned reduction) {
  if (op.getNumDpsInits() != 1 || op.hasDynamicShape() ||
      op.hasIndexSemantics())
    return false;
  SmallVector<Operation *> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), /*redPos=*/0, combiners) ||
      combiners.size() != 1 || !arith::getNeutralElement(combiners.front()))
    return false;
  bool isContiguous = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    const Access access = accessAlong(op, *input, reduction);
    if (access == Access::Other)
      return false;
    isContiguous |= access == Access::Contiguous;
  }
  return isContiguous &&
         llvm::none_of(op.getIndexingMapsArray().back().getResults(),
                       [&](AffineExpr result) {
                         return result.isFunctionOfDim(reduction);
                       });
}
} // namespace

Division Division::of(linalg::LinalgOp op, int64_t numThreads) {
  SmallVector<unsigned> parallel, reductions;
  op.getParallelDims(parallel);
  op.getReductionDims(reductions);
  Division division;
  const std::optional<int64_t> points = product(op, parallel);
  if (!points)
    return division;
  if (!reductions.empty() && *points * 2 <= numThreads &&
      canBeGrouped(op, reductions.back())) {
    const int64_t lanes = lanesAlong(op, reductions.back()),
                  parts = op.getStaticLoopRanges()[reductions.back()] / lanes;
    const int64_t most =
        std::min({parts, numThreads / std::max<int64_t>(*points, 1),
                  std::min(numThreads, usualThreads)});
    if (most > 1) {
      division.lanes = lanes;
      division.threadsPerPoint = int64_t(llvm::bit_floor(uint64_t(most)));
      division.threads = *points * division.threadsPerPoint;
      return division;
    }
  }
  if (!parallel.empty()) {
    int64_t lanes = lanesAlong(op, parallel.back());
    while (lanes > 1 && *points / lanes < numThreads)
      lanes /= 2;
    division.lanes = lanes;
  }
  division.threads = *points / division.lanes;
  return division;
}
} // namespace mlirgym::lowering
