#include "execution/evaluator/Needs.h"
#include "execution/evaluator/Indexing.h"
#include "execution/evaluator/Operations.h"
#include "execution/evaluator/Tensor.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace mlirgym::reference {
namespace {

/// The points of some loops, numbered row by row.
class Points {
public:
  Points(llvm::ArrayRef<unsigned> ofLoops, llvm::ArrayRef<int64_t> allTrips)
      : loops(ofLoops.begin(), ofLoops.end()) {
    for (unsigned loop : loops)
      trips.push_back(allTrips[loop]);
    strides = stridesOf(trips);
  }

  int64_t size() const { return llvm::product_of(trips, int64_t(1)); }
  /// Calls visit(i, loop, index) for each loop of a point.
  template <typename Visit> void forEachLoop(int64_t point, Visit visit) const {
    for (size_t i = 0; i < loops.size(); ++i)
      visit(i, loops[i], point / strides[i] % trips[i]);
  }

  llvm::SmallVector<unsigned, 8> loops;
  llvm::SmallVector<int64_t, 4> trips, strides;
};

/// Marks the elements of a tensor at some points of the lanes and at all points
/// of the other loops. `offset`: as linearOffset().
void mark(llvm::BitVector &bits, llvm::ArrayRef<int64_t> offset,
          const Points &lanes, const llvm::BitVector &points,
          const Points &others) {
  // Many points of the lanes access the same element: only the loops on which
  // the offset depends are enumerated.
  auto used = [&](const Points &all) {
    llvm::SmallVector<unsigned, 8> loops;
    for (unsigned loop : all.loops)
      if (offset[loop] != 0)
        loops.push_back(loop);
    return loops;
  };
  llvm::SmallVector<int64_t, 8> trips(offset.size(), 1);
  for (const Points *all : {&lanes, &others})
    for (auto [loop, count] : llvm::zip_equal(all->loops, all->trips))
      trips[loop] = count;
  const Points usedLanes(used(lanes), trips), usedOthers(used(others), trips);
  llvm::BitVector starts(unsigned(usedLanes.size()));
  for (unsigned point : points.set_bits()) {
    int64_t start = 0;
    lanes.forEachLoop(point, [&](size_t, unsigned loop, int64_t index) {
      auto found = llvm::find(usedLanes.loops, loop);
      if (found != usedLanes.loops.end())
        start +=
            index * usedLanes.strides[size_t(found - usedLanes.loops.begin())];
    });
    starts.set(unsigned(start));
  }
  auto sumOf = [&](const Points &some, int64_t point) {
    int64_t sum = 0;
    some.forEachLoop(point, [&](size_t, unsigned loop, int64_t index) {
      sum += offset[loop] * index;
    });
    return sum;
  };
  std::vector<int64_t> ends;
  for (int64_t point = 0; point < usedOthers.size(); ++point)
    ends.push_back(offset.back() + sumOf(usedOthers, point));
  for (unsigned start : starts.set_bits()) {
    const int64_t begin = sumOf(usedLanes, start);
    for (int64_t end : ends)
      // A program that reads outside its tensors is found when it is evaluated.
      if (int64_t at = begin + end; at >= 0 && at < int64_t(bits.size()))
        bits.set(unsigned(at));
  }
}

llvm::ArrayRef<int64_t> shapeOf(mlir::Value tensor) {
  return llvm::cast<mlir::RankedTensorType>(tensor.getType()).getShape();
}

Points lanesOf(mlir::linalg::LinalgOp op) {
  return {laneLoopsOf(op), op.getStaticLoopRanges()};
}
} // namespace

llvm::BitVector &Needs::bitsOf(mlir::Value tensor) {
  auto [found, isNew] = elements.try_emplace(tensor);
  if (isNew)
    found->second.resize(
        unsigned(llvm::product_of(shapeOf(tensor), int64_t(1))));
  return found->second;
}

void Needs::needAll(mlir::Value tensor) {
  if (llvm::isa<mlir::RankedTensorType>(tensor.getType()))
    bitsOf(tensor).set();
}

std::optional<std::vector<int64_t>>
Needs::pointsOf(mlir::linalg::LinalgOp op) const {
  const Points lanes = lanesOf(op);
  llvm::BitVector points(unsigned(lanes.size()));
  for (auto [result, init] :
       llvm::zip_equal(op->getResults(), op.getDpsInitsMutable())) {
    auto found = elements.find(result);
    if (found == elements.end())
      continue;
    if (found->second.all())
      return std::nullopt;
    // The indexing map of a lane's result is plain.
    mlir::AffineMap map = op.getMatchingIndexingMap(&init);
    llvm::SmallVector<int64_t, 4> strides = stridesOf(shapeOf(result));
    for (unsigned element : found->second.set_bits()) {
      int64_t point = 0;
      for (auto [expr, stride, extent] :
           llvm::zip_equal(map.getResults(), strides, shapeOf(result))) {
        auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(expr);
        if (!dim)
          continue;
        auto lane = llvm::find(lanes.loops, dim.getPosition());
        if (lane != lanes.loops.end())
          point += element / stride % extent *
                   lanes.strides[size_t(lane - lanes.loops.begin())];
      }
      points.set(unsigned(point));
    }
  }
  if (points.all())
    return std::nullopt;
  std::vector<int64_t> needed;
  for (unsigned point : points.set_bits())
    needed.push_back(point);
  return needed;
}

void Needs::addOperandsOf(mlir::linalg::LinalgOp op) {
  std::optional<std::vector<int64_t>> needed = pointsOf(op);
  if (needed && needed->empty())
    return;
  llvm::SetVector<mlir::Value> captured;
  mlir::getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (mlir::Value value : captured)
    needAll(value);
  const Points lanes = lanesOf(op);
  llvm::BitVector points(unsigned(lanes.size()), !needed);
  if (needed)
    for (int64_t point : *needed)
      points.set(unsigned(point));
  const llvm::SmallVector<int64_t, 4> trips = op.getStaticLoopRanges();
  llvm::SmallVector<unsigned, 8> otherLoops;
  for (unsigned loop = 0; loop < trips.size(); ++loop)
    if (!llvm::is_contained(lanes.loops, loop))
      otherLoops.push_back(loop);
  const Points others(otherLoops, trips);
  for (mlir::OpOperand &operand : op->getOpOperands()) {
    mlir::Value tensor = operand.get();
    if (!llvm::isa<mlir::RankedTensorType>(tensor.getType()))
      continue;
    auto offset =
        linearOffset(op.getMatchingIndexingMap(&operand), shapeOf(tensor));
    if (offset && needed)
      mark(bitsOf(tensor), *offset, lanes, points, others);
    else
      needAll(tensor);
  }
}

void Needs::addOperandsOf(mlir::Operation &op) {
  const bool isNeeded = op.getNumResults() == 0 || isControlFlow(&op) ||
                        llvm::any_of(op.getResults(), [&](auto value) {
                          return elements.contains(value) ||
                                 !llvm::isa<mlir::ShapedType>(value.getType());
                        });
  if (!isNeeded)
    return;
  // The elements stay in their order.
  if (llvm::isa<mlir::tensor::ExpandShapeOp, mlir::tensor::CollapseShapeOp>(
          op)) {
    const llvm::BitVector needed = bitsOf(op.getResult(0));
    bitsOf(op.getOperand(0)) |= needed;
    return;
  }
  for (mlir::Value operand : op.getOperands())
    needAll(operand);
  llvm::SetVector<mlir::Value> captured;
  mlir::getUsedValuesDefinedAbove(op.getRegions(), captured);
  for (mlir::Value value : captured)
    needAll(value);
}

Needs::Needs(mlir::func::FuncOp entry,
             llvm::ArrayRef<std::vector<int64_t>> positions) {
  for (mlir::Operation &op :
       llvm::reverse(entry.getBody().front().without_terminator())) {
    if (auto structured = llvm::dyn_cast<mlir::linalg::LinalgOp>(op)) {
      addOperandsOf(structured);
      continue;
    }
    auto write =
        llvm::dyn_cast<mlir::bufferization::MaterializeInDestinationOp>(op);
    if (!write) {
      addOperandsOf(op);
      continue;
    }
    if (write->getNumResults() == 1) {
      const llvm::BitVector needed = bitsOf(write->getResult(0));
      bitsOf(write.getSource()) |= needed;
      continue;
    }
    llvm::BitVector &source = bitsOf(write.getSource());
    if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(write.getDest()))
      for (int64_t position : positions[argument.getArgNumber()])
        source.set(unsigned(position));
  }
}

double Needs::workOf(mlir::func::FuncOp entry) const {
  double work = 0;
  for (auto op : entry.getBody().front().getOps<mlir::linalg::LinalgOp>()) {
    double share = 1;
    if (std::optional<std::vector<int64_t>> points = pointsOf(op))
      share = double(points->size()) / double(lanesOf(op).size());
    work += share * reference::workOf(op);
  }
  for (mlir::Operation &op : entry.getBody().front())
    if (isControlFlow(&op))
      work += reference::workOf(&op);
  return work;
}

} // namespace mlirgym::reference
