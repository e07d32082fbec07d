#include "actions/VectorCost.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleLimits.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <string>

namespace mlirgym {
namespace {
constexpr int64_t saturated = int64_t(1) << 40;

int64_t multiply(int64_t a, int64_t b) {
  return b != 0 && a > saturated / b ? saturated : a * b;
}

/// Position in nest.loops of the loop with the highest position in `term` among
/// those of more than one iteration; -1 if there is none.
int longLoopIn(const AffineTerm &term, const LoopNest &nest) {
  if (!term.linear)
    return -1;
  for (size_t i = nest.loops.size(); i-- > 0;)
    if (nest.loops[i].tripCount > 1 &&
        term.coefficients[nest.loops[i].source] != 0)
      return int(i);
  return -1;
}

bool involves(const AffineTerm &term, const Loop &loop) {
  return term.linear && term.coefficients[loop.source] != 0;
}

/// True for a reduction loop that tile_reduction made parallel: it is a
/// dimension of the partial results.
bool isPartialLoop(const Operation &op, const Loop &loop) {
  return op.iteratorTypes[loop.source] == IteratorType::Reduction &&
         loop.iterator == IteratorType::Parallel;
}

int findLaneLoop(const Operation &op, const LoopNest &nest) {
  // The tiled loops are the last dimensions of partial results.
  if (nest.isPartial)
    for (size_t i = nest.loops.size(); i-- > 0;)
      if (isPartialLoop(op, nest.loops[i]) && nest.loops[i].tripCount > 1)
        return int(i);
  if (!op.inits.empty())
    for (const AffineTerm &term : llvm::reverse(op.inits.front().map))
      if (int loop = longLoopIn(term, nest); loop >= 0)
        return loop;
  for (size_t i = nest.loops.size(); i-- > 0;)
    if (nest.loops[i].tripCount > 1)
      return int(i);
  return -1;
}

/// True if consecutive lanes read different elements of `operand` that are not
/// consecutive, so that they must be gathered. A local buffer is no larger than
/// the tile.
bool needsShuffle(const Operand &operand, bool isBuffered, const LoopNest &nest,
                  const Loop &laneLoop) {
  for (auto [term, extent] :
       llvm::reverse(llvm::zip_equal(operand.map, operand.shape))) {
    if (involves(term, laneLoop))
      return false;
    if (isBuffered ? longLoopIn(term, nest) >= 0 : extent > 1)
      break;
  }
  return llvm::any_of(operand.map, [&](const AffineTerm &term) {
    return involves(term, laneLoop);
  });
}

int64_t bodyOperations(const Operation &op) {
  int64_t count = op.counts.total();
  if (op.hasReduction())
    count -= std::min(op.counts.mul, op.counts.add); // fused multiply-add
  return std::max<int64_t>(count, 1);
}

bool isOutputLoop(const Operation &op, const Loop &loop) {
  return isPartialLoop(op, loop) ||
         llvm::any_of(op.inits.front().map, [&](const AffineTerm &term) {
           return involves(term, loop);
         });
}
} // namespace

int64_t productsAtOnce(const Operation &op) {
  const ArithmeticCounts sumOfProducts = {.add = 1, .mul = 1};
  if (!op.hasReduction() || op.counts != sumOfProducts)
    return 1;
  auto areAll = [&](ElementType from, ElementType to) {
    return op.inits.front().elementType == to &&
           llvm::all_of(op.inputs, [&](const Operand &input) {
             return input.elementType == from;
           });
  };
  if (areAll(ElementType::I8, ElementType::I32))
    return 4;
  return areAll(ElementType::BF16, ElementType::F32) ? 2 : 1;
}

VectorCost vectorCost(const Operation &op, const LoopNest &nest,
                      const ScheduleLimits &limits) {
  VectorCost cost;
  cost.laneLoop = findLaneLoop(op, nest);
  cost.operations = bodyOperations(op);
  if (op.inits.empty())
    return cost;
  const int64_t lanes = std::max<int64_t>(
      limits.vectorBytes / int64_t(sizeOfElement(op.inits.front().elementType)),
      1);
  int64_t lanesPerOperation = lanes;
  if (cost.laneLoop >= 0) {
    const Loop &laneLoop = nest.loops[size_t(cost.laneLoop)];
    auto isShuffled = [&](auto input) {
      const auto &[i, operand] = input;
      const bool isBuffered = i < 32 && (nest.buffered >> i & 1);
      // Copies are laid out in the groups that are multiplied at once.
      return !(isBuffered && productsAtOnce(op) > 1) &&
             needsShuffle(operand, isBuffered, nest, laneLoop);
    };
    if (llvm::any_of(llvm::enumerate(op.inputs), isShuffled))
      lanesPerOperation = std::max<int64_t>(lanes / 4, 1);
  }
  cost.accumulators = op.hasReduction() ? 1 : 0;
  int64_t copies = 1;
  for (auto [i, loop] : llvm::enumerate(nest.loops)) {
    bool isLane = int(i) == cost.laneLoop;
    int64_t extent = std::max<int64_t>(loop.tripCount, 1);
    cost.operations = multiply(
        cost.operations,
        isLane ? int64_t(llvm::divideCeil(extent, lanesPerOperation)) : extent);
    if (cost.accumulators && isOutputLoop(op, loop))
      cost.accumulators =
          multiply(cost.accumulators,
                   isLane ? int64_t(llvm::divideCeil(extent, lanes)) : extent);
    copies += !loop.isStatic && extent > 1;
  }
  int64_t products = productsAtOnce(op);
  if (products > 1 && limits.matrixTiles) {
    // A tile of 32 x 32 results and 64 bytes of each row is then below the
    // limit of masks, and its remainder below that of searches.
    constexpr int64_t operationsAtOnce = 10, vectorsAtOnce = 4;
    products *= operationsAtOnce;
    cost.accumulators = llvm::divideCeil(cost.accumulators, vectorsAtOnce);
  }
  cost.operations =
      multiply(int64_t(llvm::divideCeil(cost.operations, products)), copies);
  return cost;
}

std::string describeExcess(const Operation &op, const LoopNest &nest,
                           const VectorCost &cost,
                           const ScheduleLimits &limits) {
  std::string message =
      cost.operations > limits.operations
          ? llvm::formatv("{0}: vectorize makes {1} vector operations, more "
                          "than {2}; tile ",
                          op.tag, cost.operations, limits.operations)
                .str()
          : llvm::formatv("{0}: vectorize keeps {1} vectors of results, more "
                          "than the {2} that registers hold; tile ",
                          op.tag, cost.accumulators, limits.accumulators)
                .str();
  // Reductions first, then rows, lanes last: this order costs the least speed.
  LoopNest tiled = nest;
  llvm::SmallVector<size_t, 8> order;
  auto addLoops = [&](auto accepts) {
    for (auto [i, loop] : llvm::enumerate(nest.loops))
      if (loop.tripCount > 1 && !llvm::is_contained(order, i) && accepts(i))
        order.push_back(i);
  };
  addLoops([&](size_t i) {
    return nest.loops[i].iterator == IteratorType::Reduction &&
           int(i) != cost.laneLoop;
  });
  addLoops([&](size_t i) { return int(i) != cost.laneLoop; });
  addLoops([&](size_t) { return true; });
  bool isFirst = true;
  bool isEnough = false;
  for (size_t i : order) {
    Loop &loop = tiled.loops[i];
    const Loop whole = loop;
    auto cutTo = [&](int64_t size) {
      loop.tripCount = size;
      loop.isStatic =
          size == 1 || (whole.isStatic && whole.tripCount % size == 0);
      isEnough = vectorCost(op, tiled, limits).isSmall(limits);
    };
    // The loop may be long: start at the largest size that can fit.
    cutTo(std::min<int64_t>(whole.tripCount - 1,
                            limits.operations * limits.vectorBytes));
    while (!isEnough && loop.tripCount > 1)
      cutTo(loop.tripCount - 1);
    message += llvm::formatv("{0}loop {1} to {2}", isFirst ? "" : " and ", i,
                             loop.tripCount)
                   .str();
    isFirst = false;
    if (isEnough)
      break;
  }
  if (isFirst)
    message += "further";
  return message + (isEnough ? " first" : ", or end it with done");
}

} // namespace mlirgym
