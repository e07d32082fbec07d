#include "lowering/tensor/LoopTiles.h"
#include "lowering/tensor/Slices.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

using Bound = ValueBoundsConstraintSet::Variable;

bool areEqual(const Bound &a, const Bound &b) {
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(a, b);
  return succeeded(equal) && *equal;
}

/// A loop over tiles.
struct Iteration {
  Value variable;
  OpFoldResult begin, end, step;

  bool isOver(Value tensor, int64_t dim) const;
  bool isSizeOfTile(OpFoldResult size) const;
};

/// True if the tiles begin and end with the tensor.
bool Iteration::isOver(Value tensor, int64_t dim) const {
  return isConstantIntValue(begin, 0) && isSizeOf(end, tensor, dim);
}

/// True if `size` is the step, or the remainder at the end if that is smaller.
bool Iteration::isSizeOfTile(OpFoldResult size) const {
  if (isEqualConstantIntOrValue(size, step)) {
    std::optional<int64_t> last = getConstantIntValue(end),
                           by = getConstantIntValue(step);
    return last && by && *last % *by == 0;
  }
  auto value = dyn_cast<Value>(size);
  auto least = value ? value.getDefiningOp<affine::AffineMinOp>()
                     : affine::AffineMinOp();
  if (!least)
    return false;
  Builder builder(least.getContext());
  const Bound both[] = {Bound(variable), Bound(end)};
  const Bound left(
      AffineMap::get(2, 0,
                     builder.getAffineDimExpr(1) - builder.getAffineDimExpr(0)),
      ArrayRef(both));
  bool isStep = false, isLeft = false;
  for (unsigned i = 0; i < least.getMap().getNumResults(); ++i) {
    const Bound each(least.getMap().getSubMap({i}),
                     ValueRange(least.getOperands()));
    if (areEqual(each, Bound(step)))
      isStep = true;
    else if (areEqual(each, left))
      isLeft = true;
    else
      return false;
  }
  return isStep && isLeft;
}

/// True if the tile has one dimension per loop that begins at the loop's
/// induction variable and ends where the next tile begins, and in the other
/// dimensions the size of the tensor.
bool divide(ArrayRef<Iteration> iterations, OffsetSizeAndStrideOpInterface tile,
            Value tensor) {
  if (!tile.hasUnitStride())
    return false;
  SmallVector<const Iteration *> found;
  for (auto [dim, offset, size] :
       llvm::enumerate(tile.getMixedOffsets(), tile.getMixedSizes())) {
    const auto along = static_cast<int64_t>(dim);
    const auto *iteration =
        llvm::find_if(iterations, [&](const Iteration &each) {
          return OpFoldResult(each.variable) == offset;
        });
    if (iteration == iterations.end()) {
      if (!isConstantIntValue(offset, 0) || !isSizeOf(size, tensor, along))
        return false;
      continue;
    }
    if (llvm::is_contained(found, iteration) ||
        !iteration->isOver(tensor, along) || !iteration->isSizeOfTile(size))
      return false;
    found.push_back(iteration);
  }
  return found.size() == iterations.size();
}

/// `init` has the size of `carried`, but bounds of loop-carried values are hard
/// to prove.
std::optional<LoopTile> tileIf(ArrayRef<Iteration> iterations, Value init,
                               BlockArgument carried, OpOperand &destination) {
  const LoopTile tile = {carried, &destination};
  return destination.get() == carried && divide(iterations, tile.insert(), init)
             ? std::optional(tile)
             : std::nullopt;
}

/// A loop that counts tiles, as a loop over the offsets at which they are
/// inserted: i * 16 for i in 0..4 is a loop to 64 in steps of 16.
Iteration overOffsets(const Iteration &tiles,
                      tensor::ParallelInsertSliceOp insert) {
  if (!isConstantIntValue(tiles.begin, 0) || !isConstantIntValue(tiles.step, 1))
    return tiles;
  Builder builder(insert.getContext());
  for (auto [offset, extent] : llvm::zip_equal(
           insert.getMixedOffsets(), insert.getDestType().getShape())) {
    auto value = dyn_cast<Value>(offset);
    auto apply = value ? value.getDefiningOp<affine::AffineApplyOp>()
                       : affine::AffineApplyOp();
    if (!apply || ShapedType::isDynamic(extent) ||
        !llvm::equal(apply.getMapOperands(), ValueRange(tiles.variable)))
      continue;
    const AffineExpr position = apply.getAffineMap().getResult(0);
    const int64_t size = position.getLargestKnownDivisor();
    if (position == builder.getAffineDimExpr(0) * size &&
        isConstantIntValue(tiles.end, llvm::divideCeil(extent, size)))
      return {value, tiles.begin, builder.getIndexAttr(extent),
              builder.getIndexAttr(size)};
  }
  return tiles;
}

std::optional<LoopTile> tileOfParallel(scf::ForallOp loop, OpOperand &init) {
  if (init.getOperandNumber() <
      loop.getOutputsMutable().begin()->getOperandNumber())
    return std::nullopt;
  BlockArgument carried = loop.getTiedBlockArgument(&init);
  for (Operation *user : carried.getUsers()) {
    auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(user);
    if (!insert)
      continue;
    SmallVector<Iteration> iterations;
    for (auto [variable, begin, end, step] :
         llvm::zip_equal(loop.getInductionVars(), loop.getMixedLowerBound(),
                         loop.getMixedUpperBound(), loop.getMixedStep()))
      iterations.push_back(overOffsets({variable, begin, end, step}, insert));
    return tileIf(iterations, init.get(), carried, insert.getDestMutable());
  }
  return std::nullopt;
}
} // namespace

OpOperand *onlyUse(Value tensor) {
  OpOperand *only = nullptr;
  for (OpOperand &use : tensor.getUses()) {
    if (isa<tensor::DimOp>(use.getOwner()))
      continue;
    if (only)
      return nullptr;
    only = &use;
  }
  return only;
}

std::optional<LoopTile> tileBelow(OpOperand &init) {
  if (auto loop = dyn_cast<scf::ForallOp>(init.getOwner()))
    return tileOfParallel(loop, init);
  SmallVector<Iteration> iterations;
  OpOperand *use = &init;
  while (auto loop = dyn_cast<scf::ForOp>(use->getOwner())) {
    BlockArgument carried = loop.getTiedLoopRegionIterArg(use);
    if (!carried)
      return std::nullopt;
    iterations.push_back({loop.getInductionVar(),
                          getAsOpFoldResult(loop.getLowerBound()),
                          getAsOpFoldResult(loop.getUpperBound()),
                          getAsOpFoldResult(loop.getStep())});
    Value yielded = loop.getTiedLoopYieldedValue(carried)->get();
    if (auto insert = yielded.getDefiningOp<tensor::InsertSliceOp>())
      return tileIf(iterations, init.get(), carried, insert.getDestMutable());
    use = onlyUse(carried);
    auto inner = use ? dyn_cast<scf::ForOp>(use->getOwner()) : scf::ForOp();
    if (!inner || !inner.getTiedLoopRegionIterArg(use) ||
        inner.getTiedLoopResult(use) != yielded)
      return std::nullopt;
  }
  return std::nullopt;
}
} // namespace mlirgym::lowering
