//===- lowering/gpu/team/Team.cpp -----------------------------------------===//
#include "lowering/gpu/team/Team.h"
#include "lowering/gpu/SharedMemory.h"
#include "lowering/gpu/team/Division.h"
#include "lowering/gpu/team/PointBuilder.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <optional>
#include <utility>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

using Values = PointBuilder::Values;

/// Loads of a thread that are on their way at once.
constexpr int64_t loadsAtOnce = 4;

/// The code of one thread of a team for one operation.
class ShareBuilder {
public:
  ShareBuilder(RewriterBase &irRewriter, linalg::GenericOp operation,
               const Team &threads)
      : rewriter(irRewriter), loc(operation.getLoc()), op(operation),
        team(threads), division(Division::of(op, team.wanted)) {
    op.getParallelDims(parallel);
    op.getReductionDims(reductions);
    for (Range range : cast<linalg::LinalgOp>(op.getOperation())
                           .createLoopRanges(rewriter, loc))
      ranges.push_back(range.size);
    indices.resize(ranges.size());
  }

  void build() {
    if (auto fill = fillBefore(op)) {
      start = fill.getInputs().front();
      rewriter.eraseOp(fill);
    }
    if (division.threadsPerPoint > 1)
      buildGroup();
    else
      buildPoints();
    rewriter.eraseOp(op);
  }

private:
  void buildPoints();
  void buildGroup();

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }
  /// Sets the indices of the parallel loops of a point. With lanes along the
  /// last of them a number counts vectors.
  void setPoint(Value point, int64_t lanes);
  /// Loops over these reductions, around the body.
  Values reduce(PointBuilder &body, ArrayRef<unsigned> loops,
                ArrayRef<Value> partial);
  /// The loop along which the threads of a group divide a reduction.
  Values reduceInTurns(PointBuilder &body, ArrayRef<Value> partial);
  Value combine(Value a, Value b);
  /// The combination of all lanes.
  Value combineLanes(Value vector);
  /// The combination over the threads of a group, in its first thread.
  Value combineThreads(Value partial);
  Value shuffle(Value value, int64_t distance);

  RewriterBase &rewriter;
  const Location loc;
  linalg::GenericOp op;
  const Team &team;
  const Division division;
  SmallVector<unsigned> parallel, reductions;
  SmallVector<OpFoldResult> ranges;
  Values indices;
  Value start; ///< of the sums, null if it is in the output

  // Of a group of threads.
  Operation *combiner = nullptr;
  Value lane;    ///< number of this thread in its group
  Value isInUse; ///< false for a group without a point; null if there is none
};
} // namespace

void ShareBuilder::setPoint(Value point, int64_t lanes) {
  if (parallel.empty())
    return;
  SmallVector<OpFoldResult> basis;
  for (unsigned loop : parallel)
    basis.push_back(ranges[loop]);
  if (lanes > 1)
    basis.back() =
        rewriter.getIndexAttr(*getConstantIntValue(basis.back()) / lanes);
  SmallVector<Value> each = {point};
  if (basis.size() > 1)
    each = affine::AffineDelinearizeIndexOp::create(rewriter, loc, point, basis)
               .getResults();
  for (auto [loop, index] : llvm::zip_equal(parallel, each))
    indices[loop] = index;
  if (lanes > 1)
    indices[parallel.back()] = arith::MulIOp::create(
        rewriter, loc, indices[parallel.back()], constant(lanes));
}

Values ShareBuilder::reduce(PointBuilder &body, ArrayRef<unsigned> loops,
                            ArrayRef<Value> partial) {
  if (loops.empty())
    return body.compute(indices, partial);
  if (lane && loops.size() == 1)
    return reduceInTurns(body, partial);
  auto loop = scf::ForOp::create(
      rewriter, loc, constant(0),
      getValueOrCreateConstantIndexOp(rewriter, loc, ranges[loops.front()]),
      constant(1), partial, [](OpBuilder &, Location, Value, ValueRange) {});
  indices[loops.front()] = loop.getInductionVar();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(loop.getBody());
  const Values next = reduce(body, loops.drop_front(),
                             SmallVector<Value>(loop.getRegionIterArgs()));
  scf::YieldOp::create(rewriter, loc, next);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// A thread computes whole points.
void ShareBuilder::buildPoints() {
  OpFoldResult points = rewriter.getIndexAttr(1);
  AffineExpr a, b;
  bindSymbols(rewriter.getContext(), a, b);
  for (unsigned loop : parallel)
    points = affine::makeComposedFoldedAffineApply(rewriter, loc, a * b,
                                                   {points, ranges[loop]});
  if (division.lanes > 1)
    points =
        rewriter.getIndexAttr(*getConstantIntValue(points) / division.lanes);
  auto [end, point] = team.share(rewriter, loc, points);
  rewriter.setInsertionPoint(end);
  setPoint(point, division.lanes);
  PointBuilder body(rewriter, op, parallel.empty() ? 0 : parallel.back(),
                    division.lanes);
  Values sums;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    const bool isRead = !op.getMatchingBlockArgument(&output).use_empty();
    sums.push_back(start                           ? body.splat(start)
                   : isRead || !reductions.empty() ? body.load(output, indices)
                                                   : Value());
  }
  sums = reduce(body, reductions, sums);
  for (auto [output, sum] : llvm::zip_equal(op.getDpsInitsMutable(), sums))
    body.store(output, sum, indices);
}

Value ShareBuilder::combine(Value a, Value b) {
  IRMapping mapping;
  const bool outputIsFirst =
      combiner->getOperand(0) == op.getRegionOutputArgs().front();
  mapping.map(combiner->getOperand(0), outputIsFirst ? a : b);
  mapping.map(combiner->getOperand(1), outputIsFirst ? b : a);
  Operation *clone = rewriter.clone(*combiner, mapping);
  clone->getResult(0).setType(a.getType());
  return clone->getResult(0);
}

Value ShareBuilder::combineLanes(Value vector) {
  if (!isa<VectorType>(vector.getType()))
    return vector;
  Value all;
  for (int64_t i = 0; i < division.lanes; ++i) {
    Value next = vector::ExtractOp::create(rewriter, loc, vector, i);
    all = all ? combine(all, next) : next;
  }
  return all;
}

/// Shuffles move 32 bits.
Value ShareBuilder::shuffle(Value value, int64_t distance) {
  const Type type = value.getType();
  const unsigned bits = type.getIntOrFloatBitWidth();
  Type whole = rewriter.getIntegerType(bits), word = rewriter.getI32Type();
  auto exchange = [&](Value each) -> Value {
    return gpu::ShuffleOp::create(rewriter, loc, each,
                                  static_cast<int32_t>(distance), warpSize,
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  };
  if (bits == 32)
    return exchange(value);
  Value integer =
      isa<FloatType>(type)
          ? arith::BitcastOp::create(rewriter, loc, whole, value).getResult()
          : value;
  Value moved;
  if (bits < 32) {
    moved = arith::TruncIOp::create(
        rewriter, loc, whole,
        exchange(arith::ExtUIOp::create(rewriter, loc, word, integer)));
  } else {
    Value half = arith::ConstantIntOp::create(rewriter, loc, whole, 32);
    Value high = arith::ShRUIOp::create(rewriter, loc, integer, half);
    auto move = [&](Value part) -> Value {
      return arith::ExtUIOp::create(
          rewriter, loc, whole,
          exchange(arith::TruncIOp::create(rewriter, loc, word, part)));
    };
    Value low = move(integer);
    moved = arith::OrIOp::create(
        rewriter, loc, low,
        arith::ShLIOp::create(rewriter, loc, move(high), half));
  }
  return isa<FloatType>(type)
             ? arith::BitcastOp::create(rewriter, loc, type, moved).getResult()
             : moved;
}

Value ShareBuilder::combineThreads(Value partial) {
  const int64_t size = division.threadsPerPoint;
  for (int64_t distance = std::min(size, warpSize) / 2; distance > 0;
       distance /= 2)
    partial = combine(partial, shuffle(partial, distance));
  if (size <= warpSize)
    return partial;
  // Each warp leaves its part in shared memory.
  const int64_t warpsOfGroup = size / warpSize;
  gpu::LaunchOp launch = team.launch;
  Value shared = addSharedBuffer(
      launch,
      {int64_t(llvm::divideCeil(team.threadsOfBlock, size)) * warpsOfGroup},
      partial.getType(), loc);
  Value thread = launch.getThreadIds().x;
  auto dividedBy = [&](int64_t number) -> Value {
    return arith::DivUIOp::create(rewriter, loc, thread, constant(number));
  };
  Value isFirst = arith::CmpIOp::create(
      rewriter, loc, arith::CmpIPredicate::eq, constant(0),
      arith::RemUIOp::create(rewriter, loc, thread, constant(warpSize)));
  auto only = scf::IfOp::create(rewriter, loc, isFirst);
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(only.thenBlock()->getTerminator());
    memref::StoreOp::create(rewriter, loc, partial, shared,
                            ValueRange{dividedBy(warpSize)});
  }
  gpu::BarrierOp::create(rewriter, loc);
  Value firstWarp = arith::MulIOp::create(rewriter, loc, dividedBy(size),
                                          constant(warpsOfGroup));
  Value all;
  for (int64_t i = 0; i < warpsOfGroup; ++i) {
    Value warp = arith::AddIOp::create(rewriter, loc, firstWarp, constant(i));
    Value next =
        memref::LoadOp::create(rewriter, loc, shared, ValueRange{warp});
    all = all ? combine(all, next) : next;
  }
  return all;
}

Values ShareBuilder::reduceInTurns(PointBuilder &body,
                                   ArrayRef<Value> partial) {
  const unsigned loopNumber = reductions.back();
  const int64_t range = *getConstantIntValue(ranges[loopNumber]),
                turn = division.threadsPerPoint * division.lanes;
  Value first =
      arith::MulIOp::create(rewriter, loc, lane, constant(division.lanes));
  // Iterations that all threads have, if possible: such a loop is unrolled.
  const bool isEven = range % turn == 0;
  Value zero = constant(0),
        end = isEven ? constant(range / turn) : constant(range);
  if (isInUse)
    end = arith::SelectOp::create(rewriter, loc, isInUse, end, zero);
  auto loop = scf::ForOp::create(
      rewriter, loc, isEven ? zero : first, end, constant(isEven ? 1 : turn),
      partial, [](OpBuilder &, Location, Value, ValueRange) {});
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(loop.getBody());
    Value index = loop.getInductionVar();
    if (isEven)
      index = arith::AddIOp::create(
          rewriter, loc,
          arith::MulIOp::create(rewriter, loc, index, constant(turn)), first);
    indices[loopNumber] = index;
    scf::YieldOp::create(
        rewriter, loc,
        body.compute(indices, SmallVector<Value>(loop.getRegionIterArgs())));
  }
  if (!isInUse && isEven && range / turn >= 2 * loadsAtOnce &&
      range / turn % loadsAtOnce == 0)
    (void)loopUnrollByFactor(loop, loadsAtOnce);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// A group of threads computes a point.
void ShareBuilder::buildGroup() {
  SmallVector<Operation *> combiners;
  matchReduction(op.getRegionOutputArgs(), /*redPos=*/0, combiners);
  combiner = combiners.front();
  const int64_t size = division.threadsPerPoint;
  Value width = constant(size);
  Value point = arith::DivUIOp::create(rewriter, loc, team.number, width);
  lane = arith::RemUIOp::create(rewriter, loc, team.number, width);
  if (division.threads < team.count)
    isInUse = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult,
                                    point, constant(division.threads / size));
  setPoint(point, /*lanes=*/1);
  PointBuilder body(rewriter, op, reductions.back(), division.lanes);
  Value neutral = arith::ConstantOp::create(
      rewriter, loc, *arith::getNeutralElement(combiner));
  const Values partial = reduce(body, reductions, {body.splat(neutral)});
  Value sum = combineThreads(combineLanes(partial.front()));
  Value isFirst = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                        lane, constant(0));
  if (isInUse)
    isFirst = arith::AndIOp::create(rewriter, loc, isFirst, isInUse);
  auto only = scf::IfOp::create(rewriter, loc, isFirst);
  rewriter.setInsertionPoint(only.thenBlock()->getTerminator());
  OpOperand &output = op.getDpsInitsMutable()[0];
  body.store(output, combine(start ? start : body.load(output, indices), sum),
             indices);
}

linalg::FillOp fillBefore(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return {};
  OpOperand &output = *op.getDpsInitOperand(0);
  // Each element is an iteration of the parallel loops.
  if (!op.getMatchingIndexingMap(&output).isProjectedPermutation() ||
      op.getMatchingIndexingMap(&output).getNumResults() !=
          op.getNumParallelLoops() ||
      llvm::any_of(op.getDpsInputs(),
                   [&](Value input) { return input == output.get(); }))
    return {};
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    if (auto fill = dyn_cast<linalg::FillOp>(before);
        fill && fill.getOutputs().front() == output.get())
      return fill;
    if (!isMemoryEffectFree(before) && !isa<memref::AllocOp>(before))
      return {};
  }
  return {};
}

Team Team::ofBlock(gpu::LaunchOp launch, int64_t numThreads) {
  return {launch, launch.getThreadIds().x, numThreads, numThreads, numThreads};
}

Team Team::ofWarps(RewriterBase &rewriter, gpu::LaunchOp launch,
                   int64_t numThreads) {
  Value number = affine::AffineApplyOp::create(
      rewriter, launch.getLoc(),
      rewriter.getAffineDimExpr(0).floorDiv(warpSize), launch.getThreadIds().x);
  const int64_t numWarps = numThreads / warpSize;
  return {launch, number, numWarps, numWarps, numWarps};
}

Team Team::ofGrid(RewriterBase &rewriter, gpu::LaunchOp launch,
                  int64_t numBlocks, int64_t threadsOfBlock) {
  Location loc = launch.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&launch.getBody().front());
  Value width = arith::ConstantIndexOp::create(rewriter, loc, threadsOfBlock);
  Value first =
      arith::MulIOp::create(rewriter, loc, launch.getBlockIds().x, width);
  Value number =
      arith::AddIOp::create(rewriter, loc, first, launch.getThreadIds().x);
  return {launch, number, numBlocks * threadsOfBlock, threadsOfBlock,
          threadsOfGpu};
}

std::pair<Operation *, Value> Team::share(RewriterBase &rewriter, Location loc,
                                          OpFoldResult numItems) const {
  Value end = getValueOrCreateConstantIndexOp(rewriter, loc, numItems);
  const std::optional<int64_t> known = getConstantIntValue(numItems);
  if (known && *known == count)
    return {&*rewriter.getInsertionPoint(), number};
  if (known && *known < count) {
    auto only = scf::IfOp::create(
        rewriter, loc,
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, number,
                              end));
    return {only.thenBlock()->getTerminator(), number};
  }
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  // A known number of iterations, so that the loop can be unrolled.
  const bool isEven = known && *known % count == 0;
  auto loop =
      isEven ? scf::ForOp::create(rewriter, loc, constant(0),
                                  constant(*known / count), constant(1))
             : scf::ForOp::create(rewriter, loc, number, end, constant(count));
  Operation *last = loop.getBody()->getTerminator();
  Value item = loop.getInductionVar();
  if (isEven) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(last);
    item = arith::AddIOp::create(
        rewriter, loc,
        arith::MulIOp::create(rewriter, loc, item, constant(count)), number);
  }
  return {last, item};
}

void Team::share(RewriterBase &rewriter, linalg::GenericOp op) const {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  ShareBuilder(rewriter, op, *this).build();
}
} // namespace mlirgym::lowering
