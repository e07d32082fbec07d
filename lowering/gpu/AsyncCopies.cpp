#include "lowering/gpu/AsyncCopies.h"
#include "lowering/gpu/SharedMemory.h"
#include "lowering/gpu/products/Accumulators.h"
#include "lowering/gpu/products/WarpgroupProducts.h"
#include "lowering/module/Divisors.h"
#include "lowering/module/GpuMapping.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

constexpr StringLiteral pipelinedMark = "mlirgym.pipelined";
/// Tiles in shared memory at a time.
constexpr int64_t mostStages = 4;

Value indexConstant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// The copy of a tile from global into shared memory.
struct TileCopy {
  linalg::LinalgOp op;
  Value source;
  memref::AllocOp buffer;
  int64_t vector = 0; ///< elements of 16 bytes
};

/// True if the view is of global memory, and each row begins at a multiple of
/// 16 bytes, as the arguments of a kernel do.
bool isAligned(Value view, int64_t vector) {
  while (auto subview = view.getDefiningOp<memref::SubViewOp>()) {
    if (!subview.hasUnitStride() ||
        knownDivisor(subview.getMixedOffsets().back()) % vector != 0)
      return false;
    view = subview.getSource();
  }
  auto type = dyn_cast<MemRefType>(view.getType());
  return type && type.hasStaticShape() && type.getLayout().isIdentity() &&
         type.getRank() > 0 && type.getShape().back() % vector == 0 &&
         !isShared(view) &&
         !view.getParentRegion()->getParentOfType<gpu::LaunchOp>();
}

std::optional<TileCopy> matchCopy(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured ||
      (!isa<linalg::CopyOp>(op) &&
       !(isa<linalg::GenericOp>(op) && linalg::isaCopyOpInterface(structured))))
    return std::nullopt;
  TileCopy copy{
      .op = structured,
      .source = structured.getDpsInputs().front(),
      .buffer =
          structured.getDpsInits().front().getDefiningOp<memref::AllocOp>()};
  if (!copy.buffer)
    return std::nullopt;
  MemRefType type = copy.buffer.getType();
  const int64_t bytes = type.getElementTypeBitWidth() / 8;
  if (!type.hasStaticShape() || type.getRank() == 0 || bytes == 0)
    return std::nullopt;
  copy.vector = accessBytes / bytes;
  if (type.getShape().back() % copy.vector != 0 ||
      cast<MemRefType>(copy.source.getType()).getRank() != type.getRank() ||
      !isAligned(copy.source, copy.vector))
    return std::nullopt;
  return copy;
}

/// True if an operation of the loop writes the memory of the buffer.
bool writesTo(scf::ForOp loop, Value root) {
  auto result = loop.walk([&](MemoryEffectOpInterface op) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    op.getEffects<MemoryEffects::Write>(effects);
    return llvm::any_of(effects,
                        [&](const MemoryEffects::EffectInstance &effect) {
                          Value written = effect.getValue();
                          return !written || rootOf(written) == root;
                        })
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// A loop with the copies that it can make ahead.
class Pipeline {
public:
  Pipeline(RewriterBase &irRewriter, gpu::LaunchOp inLaunch, scf::ForOp forLoop,
           int64_t threads, const BlockLimits &blockLimits)
      : rewriter(irRewriter), launch(inLaunch), loop(forLoop),
        numThreads(threads), limits(blockLimits) {}

  /// False if the loop cannot be pipelined.
  bool match();
  LogicalResult build();

private:
  void matchProduct();
  /// Of the stages of a copy, padded or swizzled.
  MemRefType typeOfStages(unsigned copy) const;
  void allocate();
  /// The buffer of a copy in a stage.
  Value stageOf(unsigned copy, Value stage);
  /// The copies of iteration `index` into a stage.
  void copyAhead(Value index, Value stage);
  void copyTile(Value source, unsigned copy, Value stage);
  /// One iteration: waits for its tiles, and copies those of a later one.
  /// Returns the sums of a product after it.
  Value iterate(Value readStage, Value writeStage, Value sums);
  Value nextStage(Value stage);
  /// The value for another index of the loop.
  Value cloneFor(Value value, IRMapping &mapping);
  void commit() { NVVM::CpAsyncCommitGroupOp::create(rewriter, loop.getLoc()); }

  RewriterBase &rewriter;
  gpu::LaunchOp launch;
  scf::ForOp loop;
  const int64_t numThreads;
  const BlockLimits limits;
  /// What the loop computes, from the tiles of its two copies.
  std::optional<WarpgroupProduct> product;
  int64_t numIterations = 0, numStages = 0, first = 0, step = 0;
  int64_t distance = 0; ///< iterations from a copy to its use
  SmallVector<TileCopy> copies;
  SmallVector<Value> buffers; ///< of typeOfStages()
};
} // namespace

bool Pipeline::match() {
  auto lower = getConstantIntValue(loop.getLowerBound()),
       upper = getConstantIntValue(loop.getUpperBound()),
       width = getConstantIntValue(loop.getStep());
  if (!lower || !upper || !width || loop.getNumResults() > 0)
    return false;
  first = *lower;
  step = *width;
  numIterations =
      llvm::divideCeil(*upper - *lower, std::max<int64_t>(*width, 1));
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto copy = matchCopy(&op)) {
      copies.push_back(*copy);
      continue;
    }
    auto forall = dyn_cast<scf::ForallOp>(op);
    if (!isMemoryEffectFree(&op) && !(forall && isForGpu(forall)))
      return false;
  }
  // What the loop itself writes may not be read ahead.
  if (copies.empty() || llvm::any_of(copies, [&](const TileCopy &copy) {
        return writesTo(loop, rootOf(copy.source));
      }))
    return false;
  // Only the copy writes the buffer, and only this loop reads it.
  for (TileCopy &copy : copies)
    for (Operation *user : copy.buffer->getUsers())
      if (!loop->isProperAncestor(user) ||
          (user != copy.op && isa<linalg::LinalgOp>(user) &&
           user->getBlock() == loop.getBody()))
        return false;
  matchProduct();
  int64_t others = sharedBytes(launch);
  launch.walk([&](memref::AllocOp alloc) {
    if (alloc.getType().hasStaticShape() &&
        llvm::none_of(
            copies, [&](const TileCopy &copy) { return copy.buffer == alloc; }))
      others += sharedBytes(alloc.getType());
  });
  auto bytesOfStages = [&] {
    int64_t bytes = 0;
    for (unsigned i = 0; i < copies.size(); ++i)
      bytes += sharedBytes(typeOfStages(i));
    return bytes;
  };
  numStages = std::min(mostStages, numIterations);
  while (numStages >= 2 && others + bytesOfStages() > limits.sharedBytes)
    --numStages;
  if (numStages < 2)
    return false;
  // Products of the last iteration still read their stage.
  distance = product && numStages > 2 ? numStages - 2 : numStages - 1;
  return true;
}

void Pipeline::matchProduct() {
  auto tiles = loop.getBody()->getOps<scf::ForallOp>();
  if (!limits.hasWarpgroups || copies.size() != 2 ||
      !llvm::hasSingleElement(tiles))
    return;
  auto found = WarpgroupProduct::match(*tiles.begin());
  if (!found || !llvm::all_of(copies, [&](const TileCopy &copy) {
        return copy.buffer == found->leftBuffer() ||
               copy.buffer == found->rightBuffer();
      }))
    return;
  SmallVector<Operation *> inside;
  (*tiles.begin())->walk([&](Operation *op) { inside.push_back(op); });
  if (loop.isDefinedOutsideOfLoop(found->resultTile()) &&
      isUsedOnlyBy(loop, found->resultTile(), inside))
    product = found;
}

MemRefType Pipeline::typeOfStages(unsigned copy) const {
  memref::AllocOp buffer = copies[copy].buffer;
  const MemRefType tile = buffer.getType();
  SmallVector<int64_t> shape(tile.getShape());
  if (product)
    shape = SwizzledPanels::shapeOf(shape);
  // Rows of an odd number of 16 bytes.
  else if (shape.back() / copies[copy].vector % 2 == 0)
    shape.back() += copies[copy].vector;
  shape.insert(shape.begin(), numStages);
  return MemRefType::get(shape, tile.getElementType());
}

void Pipeline::allocate() {
  for (auto [i, copy] : llvm::enumerate(copies)) {
    const MemRefType type = typeOfStages(i);
    buffers.push_back(addSharedBuffer(
        launch, type.getShape(), type.getElementType(), copy.buffer.getLoc()));
  }
}

Value Pipeline::stageOf(unsigned copy, Value stage) {
  auto shape = cast<MemRefType>(copies[copy].buffer.getType()).getShape();
  SmallVector<OpFoldResult> offsets(shape.size() + 1, rewriter.getIndexAttr(0)),
      sizes = {rewriter.getIndexAttr(1)},
      strides(shape.size() + 1, rewriter.getIndexAttr(1));
  offsets.front() = stage;
  llvm::append_range(sizes,
                     getAsIndexOpFoldResult(rewriter.getContext(),
                                            SmallVector<int64_t>(shape)));
  auto type = memref::SubViewOp::inferRankReducedResultType(
      shape, cast<MemRefType>(buffers[copy].getType()), offsets, sizes,
      strides);
  return memref::SubViewOp::create(rewriter, loop.getLoc(), type, buffers[copy],
                                   offsets, sizes, strides);
}

Value Pipeline::cloneFor(Value value, IRMapping &mapping) {
  if (mapping.contains(value))
    return mapping.lookup(value);
  Operation *def = value.getDefiningOp();
  if (!def || !loop->isProperAncestor(def))
    return value;
  for (Value operand : def->getOperands())
    mapping.map(operand, cloneFor(operand, mapping));
  return rewriter.clone(*def, mapping)
      ->getResult(cast<OpResult>(value).getResultNumber());
}

void Pipeline::copyTile(Value source, unsigned copy, Value stage) {
  Location loc = loop.getLoc();
  const int64_t vector = copies[copy].vector;
  SmallVector<int64_t> shape(copies[copy].buffer.getType().getShape());
  shape.back() /= vector;
  const int64_t numVectors = llvm::product_of(shape, int64_t(1));
  Value thread = launch.getThreadIds().x;
  AffineExpr id = rewriter.getAffineDimExpr(0);
  for (int64_t done = 0; done < numVectors; done += numThreads) {
    OpBuilder::InsertionGuard guard(rewriter);
    if (done + numThreads > numVectors) {
      Value has = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::ult, thread,
          indexConstant(rewriter, loc, numVectors - done));
      auto only = scf::IfOp::create(rewriter, loc, has);
      rewriter.setInsertionPointToStart(only.thenBlock());
    }
    Value number =
        affine::AffineApplyOp::create(rewriter, loc, id + done, thread);
    SmallVector<Value> indices(
        affine::AffineDelinearizeIndexOp::create(rewriter, loc, number, shape)
            .getResults());
    indices.back() = affine::AffineApplyOp::create(rewriter, loc, id * vector,
                                                   indices.back());
    SmallVector<Value> place = {stage};
    llvm::append_range(
        place,
        product ? SwizzledPanels::indexOf(rewriter, loc, indices[0], indices[1])
                : indices);
    nvgpu::DeviceAsyncCopyOp::create(
        rewriter, loc, nvgpu::DeviceAsyncTokenType::get(rewriter.getContext()),
        buffers[copy], place, source, indices, rewriter.getIndexAttr(vector),
        /*srcElements=*/Value(), /*bypassL1=*/rewriter.getUnitAttr());
  }
}

void Pipeline::copyAhead(Value index, Value stage) {
  for (auto [i, copy] : llvm::enumerate(copies)) {
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), index);
    copyTile(cloneFor(copy.source, mapping), i, stage);
  }
}

Value Pipeline::nextStage(Value stage) {
  Location loc = loop.getLoc();
  Value after = arith::AddIOp::create(rewriter, loc, stage,
                                      indexConstant(rewriter, loc, 1));
  Value wraps =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, after,
                            indexConstant(rewriter, loc, numStages));
  return arith::SelectOp::create(rewriter, loc, wraps,
                                 indexConstant(rewriter, loc, 0), after);
}

Value Pipeline::iterate(Value readStage, Value writeStage, Value sums) {
  Location loc = loop.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  NVVM::CpAsyncWaitGroupOp::create(rewriter, loc, distance - 1);
  if (product)
    NVVM::FenceProxyOp::create(
        rewriter, loc, NVVM::ProxyKind::async_shared,
        NVVM::SharedSpaceAttr::get(rewriter.getContext(),
                                   NVVM::SharedSpace::shared_cta));
  gpu::BarrierOp::create(rewriter, loc);
  if (product) {
    const bool ofLeft = copies[0].buffer == product->leftBuffer();
    sums = product->multiply(rewriter, launch.getThreadIds().x, sums,
                             buffers[ofLeft ? 0 : 1], buffers[ofLeft ? 1 : 0],
                             readStage);
    NVVM::WgmmaWaitGroupSyncOp::create(rewriter, loc, numStages - 1 - distance);
  }
  Value ahead =
      arith::AddIOp::create(rewriter, loc, loop.getInductionVar(),
                            indexConstant(rewriter, loc, distance * step));
  Value has = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult,
                                    ahead, loop.getUpperBound());
  auto copying = scf::IfOp::create(rewriter, loc, has);
  rewriter.setInsertionPointToStart(copying.thenBlock());
  copyAhead(ahead, writeStage);
  rewriter.setInsertionPointAfter(copying);
  commit();
  for (auto [i, copy] : llvm::enumerate(copies)) {
    rewriter.eraseOp(copy.op);
    if (!product)
      replaceBuffer(rewriter, copy.buffer, stageOf(i, readStage));
  }
  return sums;
}

LogicalResult Pipeline::build() {
  if (product && failed(product->verify(numThreads)))
    return failure();
  allocate();
  Location loc = loop.getLoc();
  Value thread = launch.getThreadIds().x;
  rewriter.setInsertionPoint(loop);
  for (int64_t stage = 0; stage < distance; ++stage) {
    copyAhead(indexConstant(rewriter, loc, first + stage * step),
              indexConstant(rewriter, loc, stage));
    commit();
  }
  // The stages that are read and written, as numbers that iterations carry,
  // and the sums of a product.
  SmallVector<Value> carried = {indexConstant(rewriter, loc, 0),
                                indexConstant(rewriter, loc, distance)};
  if (product)
    carried.push_back(
        product->begin(rewriter, thread, fillOf(loop, product->resultTile())));
  loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, carried, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
        SmallVector<Value> yields = {nextStage(arguments[0]),
                                     nextStage(arguments[1])};
        Value sums = iterate(arguments[0], arguments[1],
                             product ? Value(arguments[2]) : Value());
        if (product)
          yields.push_back(sums);
        return yields;
      }));
  loop->setAttr(pipelinedMark, rewriter.getUnitAttr());
  rewriter.setInsertionPointAfter(loop);
  if (product) {
    product->end(rewriter, thread, loop.getResults().back());
    product->erase(rewriter);
  }
  // What comes after the loop may use the same memory.
  gpu::BarrierOp::create(rewriter, loc);
  for (TileCopy &copy : copies)
    rewriter.eraseOp(copy.buffer);
  return success();
}

LogicalResult pipelineCopies(RewriterBase &rewriter, gpu::LaunchOp launch,
                             int64_t numThreads, const BlockLimits &limits) {
  SmallVector<scf::ForOp> loops;
  launch.walk([&](scf::ForOp loop) {
    if (!loop->getParentOfType<scf::ForallOp>())
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops) {
    Pipeline pipeline(rewriter, launch, loop, numThreads, limits);
    if (pipeline.match() && failed(pipeline.build()))
      return failure();
  }
  return success();
}

void unrollInPipelines(gpu::LaunchOp launch) {
  constexpr int64_t mostIterations = 8;
  SmallVector<scf::ForOp> loops;
  launch.walk([&](scf::ForOp loop) {
    auto iterations = loop.getStaticTripCount();
    if (isPipelined(loop) && iterations &&
        iterations->getSExtValue() <= mostIterations)
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops)
    (void)loopUnrollFull(loop); // else it stays a loop
}

bool isPipelined(Operation *op) {
  Operation *parent = op->getParentOp();
  return parent && parent->hasAttr(pipelinedMark);
}
} // namespace mlirgym::lowering
