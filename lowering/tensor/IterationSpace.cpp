#include "lowering/tensor/IterationSpace.h"

#include "lowering/module/Marks.h"
#include "lowering/tensor/ShortProducts.h"
#include "lowering/tensor/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// Larger fills and copies remain loops: they are a single store per element,
/// which LLVM vectorises equally well.
constexpr int64_t maxGlueVectorOps = 128;
/// The same for ops that store each element separately: LLVM compares the
/// stores of a block in pairs, which takes seconds for 512 of them.
constexpr int64_t maxScatteredElements = 64;

/// Upper bound of a loop's trip count, from a tensor dimension that it indexes.
std::optional<int64_t> upperBoundOf(linalg::LinalgOp op, unsigned loop) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<ShapedType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || dim.getPosition() != loop)
        continue;
      if (std::optional<int64_t> bound =
              largestSize(operand.get(), static_cast<int64_t>(i)))
        return bound;
    }
  }
  return std::nullopt;
}

/// The loop that indexes the innermost dimension with more than one element; -1
/// if the operand has a single element.
int fastestLoop(AffineMap map, ArrayRef<int64_t> tripCounts) {
  for (AffineExpr expr : llvm::reverse(map.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      if (tripCounts[dim.getPosition()] > 1)
        return dim.getPosition();
  return -1;
}

/// True if each lane reads a group of short elements, and the next lane the
/// next group.
bool isInGroups(OpOperand &operand, AffineMap map,
                const IterationSpace &space) {
  auto type = dyn_cast<ShapedType>(operand.get().getType());
  if (!type || type.getRank() < 2)
    return false;
  const auto results = map.getResults();
  return isGroup(type.getElementType(), type.getShape().back()) &&
         results[type.getRank() - 2] ==
             getAffineDimExpr(space.laneLoop, map.getContext());
}

bool needsShuffles(linalg::LinalgOp op, const IterationSpace &space) {
  if (space.laneLoop < 0)
    return false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    int fastest = fastestLoop(map, space.tripCounts);
    if (fastest >= 0 && fastest != space.laneLoop &&
        map.isFunctionOfDim(space.laneLoop) && !isInGroups(*input, map, space))
      return true;
  }
  return false;
}

/// Operations of `lanes` elements along `laneLoop`. Saturates.
int64_t countOps(const IterationSpace &space, int laneLoop, int64_t lanes) {
  constexpr int64_t tooMany = 1'000'000'000;
  int64_t count = 1;
  for (auto [loop, tripCount] : llvm::enumerate(space.tripCounts)) {
    int64_t factor = static_cast<int>(loop) == laneLoop
                         ? llvm::divideCeil(tripCount, lanes)
                         : tripCount;
    if (factor > 0 && count > tooMany / factor)
      return tooMany;
    count *= factor;
  }
  return count;
}

/// True for fills, copies and merges that actions created, or that belong to an
/// operation ("op0.init"); an operation of the program itself ("op0") is
/// vectorised only if marked.
bool isGlue(Operation *op) {
  auto tag = op->getAttrOfType<StringAttr>("mlirgym.op");
  return (!tag || tag.getValue().contains('.')) &&
         isa<linalg::FillOp, linalg::CopyOp, linalg::ReduceOp>(op);
}
} // namespace

std::optional<IterationSpace> IterationSpace::of(linalg::LinalgOp op) {
  if (op.getNumDpsInits() == 0)
    return std::nullopt;
  IterationSpace space;
  space.tripCounts = op.getStaticLoopRanges();
  for (auto [loop, tripCount] : llvm::enumerate(space.tripCounts)) {
    if (!ShapedType::isDynamic(tripCount))
      continue;
    std::optional<int64_t> bound = upperBoundOf(op, loop);
    if (!bound)
      return std::nullopt;
    tripCount = *bound;
    space.dynamicLoops.push_back(loop);
  }
  space.laneLoop = fastestLoop(
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)), space.tripCounts);
  return space;
}

int64_t countVectorOps(linalg::LinalgOp op, const IterationSpace &space) {
  Type element = getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  int64_t lanes = std::max<int64_t>(1, 512 / bits);
  if (needsShuffles(op, space))
    lanes = std::max<int64_t>(1, lanes / 4);
  // In a full reduction, lanes are along the innermost loop.
  int laneLoop = space.laneLoop >= 0
                     ? space.laneLoop
                     : static_cast<int>(space.tripCounts.size()) - 1;
  return countOps(space, laneLoop, lanes);
}

int64_t countBodyOps(linalg::LinalgOp op) {
  int64_t count = 0;
  for (Operation &body : op->getRegion(0).front().without_terminator())
    count += !body.hasTrait<OpTrait::ConstantLike>();
  return std::max<int64_t>(count, 1);
}

/// Operations of the body for one of its results.
static double opsOfBody(linalg::LinalgOp op) {
  auto body = op->getRegion(0).front().without_terminator();
  const auto extensions = llvm::count_if(
      body, llvm::IsaPred<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>);
  const int64_t others = countBodyOps(op) - extensions;
  if (others != 2 || extensions == 0)
    return double(countBodyOps(op));
  Type to = getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
  auto areAll = [&](auto isShort) {
    return llvm::all_of(op.getDpsInputs(), [&](Value input) {
      return isShort(getElementTypeOrSelf(input));
    });
  };
  if (to.isInteger(32) &&
      areAll([](Type from) { return from.isInteger(8) || from.isInteger(16); }))
    return double(others) / 4;
  const bool isShort =
      to.isF32() && areAll([](Type from) { return from.isBF16(); });
  return double(others) / (isShort ? 2 : 1);
}

double countOpsOfCode(linalg::LinalgOp op, const IterationSpace &space) {
  return double(countVectorOps(op, space)) * opsOfBody(op);
}

bool isScattered(linalg::LinalgOp op, const IterationSpace &space) {
  if (space.laneLoop < 0)
    return false;
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    return map.isFunctionOfDim(space.laneLoop) &&
           !map.getResults().back().isFunctionOfDim(space.laneLoop);
  });
}

bool isVectorTarget(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return false;
  if (op->hasAttr(vectorizeMark))
    return true;
  if (!isGlue(op))
    return false;
  std::optional<IterationSpace> space = IterationSpace::of(op);
  if (!space)
    return false;
  if (isScattered(op, *space))
    return countOps(*space, space->laneLoop, 1) <= maxScatteredElements;
  return countVectorOps(op, *space) <= maxGlueVectorOps;
}
} // namespace mlirgym::lowering
