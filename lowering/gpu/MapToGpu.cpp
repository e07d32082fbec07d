//===- lowering/gpu/MapToGpu.cpp ------------------------------------------===//
#include "lowering/gpu/AsyncCopies.h"
#include "lowering/gpu/Passes.h"
#include "lowering/gpu/ReuseBuffers.h"
#include "lowering/gpu/SharedMemory.h"
#include "lowering/gpu/products/Accumulators.h"
#include "lowering/gpu/products/WarpProducts.h"
#include "lowering/gpu/team/Division.h"
#include "lowering/gpu/team/Team.h"
#include "lowering/module/GpuMapping.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h" // IWYU pragma: keep
#include "mlir/Dialect/LLVMIR/NVVMDialect.h" // IWYU pragma: keep
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h" // IWYU pragma: keep
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <string>
#include <utility>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_MAPTOGPU
#include "lowering/gpu/Passes.h.inc"

namespace {
/// Maximum of the second and third dimension of a grid.
constexpr int64_t mostBlocksAcross = 65535;
/// Maximum of the first dimension; threads have loops where this is too few.
constexpr int64_t mostBlocks = (int64_t(1) << 31) - 1;
/// Maximum of the local memory of a thread, which the driver reserves for all
/// threads that may run at once: 1 GiB on a GPU of 132 multiprocessors.
constexpr int64_t mostLocalBytes = 4096;

Value indexConstant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// Trip counts, outermost first.
FailureOr<SmallVector<int64_t>> countsOf(scf::ForallOp loops) {
  SmallVector<int64_t> counts;
  for (auto [lower, upper, step] :
       llvm::zip_equal(loops.getMixedLowerBound(), loops.getMixedUpperBound(),
                       loops.getMixedStep())) {
    auto first = getConstantIntValue(lower), end = getConstantIntValue(upper),
         width = getConstantIntValue(step);
    if (!first || !end || !width)
      return failure();
    counts.push_back(llvm::divideCeil(*end - *first, *width));
  }
  return counts;
}

/// Upper bound of the number of iterations; 0 if there is none. A tile at the
/// end of a loop may have fewer iterations than others.
int64_t mostIterations(scf::ForallOp loops) {
  int64_t product = 1;
  for (auto [lower, upper, step] :
       llvm::zip_equal(loops.getMixedLowerBound(), loops.getMixedUpperBound(),
                       loops.getMixedStep())) {
    auto first = getConstantIntValue(lower), width = getConstantIntValue(step);
    auto end = ValueBoundsConstraintSet::computeConstantBound(
        presburger::BoundType::UB, upper, /*stopCondition=*/nullptr,
        /*closedUB=*/true);
    if (!first || !width || failed(end))
      return 0;
    product *= llvm::divideCeil(std::max<int64_t>(*end - *first, 0), *width);
  }
  return product;
}

/// Induction variables of the loops for these iteration numbers.
SmallVector<Value> indicesOf(OpBuilder &builder, scf::ForallOp loops,
                             ValueRange iterations) {
  Location loc = loops.getLoc();
  AffineExpr iteration, lower, step;
  bindDims(builder.getContext(), iteration);
  bindSymbols(builder.getContext(), lower, step);
  SmallVector<Value> indices;
  for (auto [number, first, width] : llvm::zip_equal(
           iterations, loops.getMixedLowerBound(), loops.getMixedStep())) {
    OpFoldResult index = affine::makeComposedFoldedAffineApply(
        builder, loc, lower + iteration * step,
        {OpFoldResult(number), first, width});
    indices.push_back(getValueOrCreateConstantIndexOp(builder, loc, index));
  }
  return indices;
}

/// One thread per thread tile of the schedule, or as many as the largest
/// operation has a use for.
int64_t blockSize(ArrayRef<Operation *> ops) {
  int64_t points = 1, tiles = 0;
  for (Operation *root : ops)
    root->walk([&](Operation *op) {
      if (auto loops = dyn_cast<scf::ForallOp>(op);
          loops && (isForThreads(loops) || isForWarps(loops))) {
        const int64_t most =
            mostIterations(loops) * (isForWarps(loops) ? warpSize : 1);
        tiles = std::max(tiles, most > 0 ? most : usualThreads);
      } else if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
        // Wide accesses make few threads enough, but not for sums.
        const int64_t wanted =
            structured.getNumReductionLoops() > 0 ? usualThreads : 1;
        const int64_t threads = Division::of(structured, wanted).threads;
        points = std::max(points, threads > 0 ? threads : usualThreads);
      }
    });
  return llvm::alignTo(tiles > 0 ? std::min(tiles, mostThreads)
                                 : std::min(points, usualThreads),
                       warpSize);
}

bool onlyReads(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return effects && effects.onlyHasEffect<MemoryEffects::Read>();
}

/// The only operation of the kernel that writes, besides the fill of its
/// output; null if there are several. A grid of blocks can share it.
linalg::LinalgOp soleOperation(ArrayRef<Operation *> ops) {
  SmallVector<linalg::LinalgOp> structured;
  SmallVector<memref::LoadOp> loads;
  for (Operation *op : ops) {
    if (auto each = dyn_cast<linalg::LinalgOp>(op))
      structured.push_back(each);
    else if (auto load = dyn_cast<memref::LoadOp>(op))
      loads.push_back(load);
    else
      return {};
  }
  if (structured.empty() ||
      (structured.size() > 1 &&
       (structured.size() > 2 ||
        fillBefore(structured.back()) != structured.front())))
    return {};
  // All blocks load before one of them stores.
  for (Value output : structured.back().getDpsInits())
    for (memref::LoadOp load : loads)
      if (rootOf(load.getMemRef()) == rootOf(output))
        return {};
  return structured.back();
}

/// Threads of a block if blocks of a grid share the operation.
int64_t blockSize(linalg::LinalgOp op) {
  const int64_t threads = Division::of(op, threadsOfGpu).threads;
  return threads > 0
             ? std::min<int64_t>(llvm::alignTo(threads, warpSize), usualThreads)
             : usualThreads;
}

/// The blocks that are needed for as many threads; 1 if the number is unknown.
int64_t blocksFor(int64_t threads, int64_t threadsOfBlock) {
  return std::clamp<int64_t>(llvm::divideCeil(threads, threadsOfBlock), 1,
                             mostBlocks);
}

/// One kernel: the body of a forall on a grid of blocks, one operation that all
/// blocks of a grid share, or several operations on a single block. All threads
/// of a block run the loops around structured operations, share the iterations
/// of each such operation, and wait for each other after it. A forall for
/// threads is shared in the same way: each of its iterations is run by one
/// thread.
class KernelBuilder {
public:
  KernelBuilder(IRRewriter &irRewriter, ArrayRef<Operation *> operations,
                const BlockLimits &blockLimits)
      : rewriter(irRewriter), ops(operations),
        forall(dyn_cast<scf::ForallOp>(ops.front())), sole(soleOperation(ops)),
        numThreads(sole ? blockSize(sole) : blockSize(ops)),
        limits(blockLimits) {}

  LogicalResult build(unsigned number);

private:
  void moveIn(ArrayRef<int64_t> grid);
  LogicalResult sink();
  LogicalResult makeStatic();
  LogicalResult keepInThreads();
  LogicalResult share();
  LogicalResult distribute(linalg::LinalgOp op, const Team &team);
  LogicalResult distribute(scf::ForallOp loops);
  LogicalResult verify();

  IRRewriter &rewriter;
  ArrayRef<Operation *> ops;
  scf::ForallOp forall;  ///< null if there is none
  linalg::LinalgOp sole; ///< null if a block has several operations
  const int64_t numThreads;
  const BlockLimits limits;
  gpu::LaunchOp launch;
};
} // namespace

/// The last loop of the forall is the first dimension of the grid; those
/// before the last two share the third.
void KernelBuilder::moveIn(ArrayRef<int64_t> counts) {
  Location loc = ops.front()->getLoc();
  // After the buffers that are allocated between the operations.
  rewriter.setInsertionPoint(ops.back());
  int64_t grid[] = {1, 1, 1};
  for (auto [i, count] : llvm::enumerate(llvm::reverse(counts)))
    grid[std::min<size_t>(i, 2)] *= count;
  Value one = indexConstant(rewriter, loc, 1);
  launch = gpu::LaunchOp::create(
      rewriter, loc, indexConstant(rewriter, loc, grid[0]),
      indexConstant(rewriter, loc, grid[1]),
      indexConstant(rewriter, loc, grid[2]),
      indexConstant(rewriter, loc, numThreads), one, one);
  rewriter.setInsertionPointToEnd(&launch.getBody().front());
  Operation *end = gpu::TerminatorOp::create(rewriter, loc);
  if (!forall) {
    for (Operation *op : ops)
      rewriter.moveOpBefore(op, end);
    return;
  }
  rewriter.setInsertionPoint(end);
  SmallVector<Value> blocks;
  const size_t outer = counts.size() > 2 ? counts.size() - 2 : 0;
  const gpu::KernelDim3 ids = launch.getBlockIds();
  if (outer > 1) {
    SmallVector<OpFoldResult> basis =
        getAsIndexOpFoldResult(rewriter.getContext(), counts.take_front(outer));
    llvm::append_range(blocks, affine::AffineDelinearizeIndexOp::create(
                                   rewriter, loc, ids.z, basis)
                                   .getResults());
  } else if (outer == 1) {
    blocks.push_back(ids.z);
  }
  if (counts.size() > 1)
    blocks.push_back(ids.y);
  blocks.push_back(ids.x);
  const SmallVector<Value> indices = indicesOf(rewriter, forall, blocks);
  rewriter.eraseOp(forall.getTerminator());
  rewriter.inlineBlockBefore(forall.getBody(), end, indices);
  rewriter.eraseOp(forall);
}

/// Arguments of the kernel are only buffers: everything else is computed
/// inside.
LogicalResult KernelBuilder::sink() {
  rewriter.setInsertionPointToStart(&launch.getBody().front());
  while (true) {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(launch.getBody(), used);
    bool changed = false;
    for (Value value : used) {
      Operation *def = value.getDefiningOp();
      if (!def || isa<memref::AllocOp>(def))
        continue;
      if (!isMemoryEffectFree(def))
        return def->emitError("a scalar goes from one kernel to another");
      Operation *inside = rewriter.clone(*def);
      rewriter.setInsertionPoint(inside);
      for (auto [from, to] :
           llvm::zip_equal(def->getResults(), inside->getResults()))
        replaceAllUsesInRegionWith(from, to, launch.getBody());
      changed = true;
    }
    if (!changed)
      return success();
  }
}

/// Buffers whose size varies have the largest size that it can have.
LogicalResult KernelBuilder::makeStatic() {
  SmallVector<memref::AllocOp> buffers;
  launch.walk([&](memref::AllocOp alloc) {
    if (!alloc.getType().hasStaticShape())
      buffers.push_back(alloc);
  });
  for (memref::AllocOp alloc : buffers) {
    SmallVector<int64_t> shape;
    for (OpFoldResult size : alloc.getMixedSizes()) {
      auto most = ValueBoundsConstraintSet::computeConstantBound(
          presburger::BoundType::UB, size, /*stopCondition=*/nullptr,
          /*closedUB=*/true);
      if (failed(most))
        return alloc.emitError("a buffer of a size that has no bound; choose "
                               "tile sizes that divide the loops");
      shape.push_back(*most);
    }
    rewriter.setInsertionPoint(alloc);
    const SmallVector<OpFoldResult> zeros(shape.size(),
                                          rewriter.getIndexAttr(0)),
        ones(shape.size(), rewriter.getIndexAttr(1));
    Location loc = alloc.getLoc();
    Value whole = memref::AllocOp::create(
        rewriter, loc,
        MemRefType::get(shape, alloc.getType().getElementType()));
    Value part = memref::SubViewOp::create(rewriter, loc, whole, zeros,
                                           alloc.getMixedSizes(), ones);
    replaceBuffer(rewriter, alloc, part);
    rewriter.eraseOp(alloc);
  }
  return success();
}

/// Buffers that are allocated by a single thread are in its local memory, one
/// for all tiles that it computes.
LogicalResult KernelBuilder::keepInThreads() {
  SmallVector<memref::AllocOp> buffers;
  launch.walk([&](scf::ForallOp loops) {
    if (isForThreads(loops))
      loops.walk([&](memref::AllocOp alloc) { buffers.push_back(alloc); });
  });
  int64_t total = 0;
  for (memref::AllocOp alloc : buffers) {
    MemRefType type = alloc.getType();
    total += bytesOf(type);
    rewriter.setInsertionPointToStart(&launch.getBody().front());
    rewriter.replaceOpWithNewOp<memref::AllocaOp>(
        alloc, type, rewriter.getI64IntegerAttr(accessBytes));
  }
  if (total > mostLocalBytes)
    return launch.emitError("the buffers of a single thread take ")
           << total << " bytes, more than " << mostLocalBytes
           << "; choose smaller tiles for gpu_threads_fuse";
  return success();
}

/// Buffers of a block are in its shared memory.
LogicalResult KernelBuilder::share() {
  SmallVector<memref::AllocOp> buffers;
  launch.walk([&](memref::AllocOp alloc) { buffers.push_back(alloc); });
  for (memref::AllocOp alloc : buffers) {
    MemRefType type = alloc.getType();
    replaceBuffer(rewriter, alloc,
                  addSharedBuffer(launch, type.getShape(),
                                  type.getElementType(), alloc.getLoc()));
    rewriter.eraseOp(alloc);
  }
  if (const int64_t total = sharedBytes(launch); total > limits.sharedBytes)
    return launch.emitError("the buffers of a block take ")
           << total << " bytes of shared memory, more than "
           << limits.sharedBytes << "; choose smaller tiles";
  return success();
}

LogicalResult KernelBuilder::distribute(scf::ForallOp loops) {
  Location loc = loops.getLoc();
  const bool forWarps = isForWarps(loops);
  if (forWarps && !limits.hasAsyncCopies)
    return loops.emitError("tensor cores multiply f16 and bf16 from sm_80 on; "
                           "use gpu_threads");
  SmallVector<linalg::LinalgOp> structured;
  loops.walk([&](linalg::LinalgOp op) { structured.push_back(op); });
  for (linalg::LinalgOp op : structured) {
    if (forWarps)
      continue;
    rewriter.setInsertionPoint(op);
    if (failed(linalg::linalgOpToLoops(rewriter, op)))
      return op.emitError("has no loops");
    rewriter.eraseOp(op);
  }
  if (!isPipelined(loops)) {
    rewriter.setInsertionPointAfter(loops);
    gpu::BarrierOp::create(rewriter, loc);
  }
  rewriter.setInsertionPoint(loops);
  auto asValue = [&](OpFoldResult of) {
    return getValueOrCreateConstantIndexOp(rewriter, loc, of);
  };
  SmallVector<OpFoldResult> counts;
  Value product = indexConstant(rewriter, loc, 1);
  for (auto [lower, upper, step] :
       llvm::zip_equal(loops.getMixedLowerBound(), loops.getMixedUpperBound(),
                       loops.getMixedStep())) {
    Value extent = rewriter.createOrFold<arith::SubIOp>(loc, asValue(upper),
                                                        asValue(lower));
    Value roundedUp = rewriter.createOrFold<arith::AddIOp>(
        loc, extent,
        rewriter.createOrFold<arith::SubIOp>(
            loc, asValue(step), asValue(rewriter.getIndexAttr(1))));
    Value count =
        rewriter.createOrFold<arith::DivUIOp>(loc, roundedUp, asValue(step));
    product = rewriter.createOrFold<arith::MulIOp>(loc, product, count);
    counts.push_back(getAsOpFoldResult(count));
  }
  const Team team = forWarps ? Team::ofWarps(rewriter, launch, numThreads)
                             : Team::ofBlock(launch, numThreads);
  auto [end, number] = team.share(rewriter, loc, getAsOpFoldResult(product));
  rewriter.setInsertionPoint(end);
  SmallVector<Value> iterations(
      affine::AffineDelinearizeIndexOp::create(rewriter, loc, number, counts)
          .getResults());
  const SmallVector<Value> indices = indicesOf(rewriter, loops, iterations);
  rewriter.eraseOp(loops.getTerminator());
  rewriter.inlineBlockBefore(loops.getBody(), end, indices);
  rewriter.eraseOp(loops);
  if (forWarps)
    for (linalg::LinalgOp op : structured)
      if (failed(multiplyInWarp(rewriter, op)))
        return failure();
  return success();
}

/// True if all threads read memory since the last barrier.
static bool readsBefore(Operation *op) {
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    if (isa<gpu::BarrierOp>(before))
      return false;
    if (onlyReads(before))
      return true;
  }
  return false;
}

LogicalResult KernelBuilder::distribute(linalg::LinalgOp op, const Team &team) {
  rewriter.setInsertionPoint(op);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    auto generalized = linalg::generalizeNamedOp(rewriter, op);
    if (failed(generalized))
      return op.emitError("has no loops");
    generic = *generalized;
  }
  // Kernels wait for each other.
  if (!sole) {
    if (readsBefore(generic))
      gpu::BarrierOp::create(rewriter, generic.getLoc());
    rewriter.setInsertionPointAfter(generic);
    gpu::BarrierOp::create(rewriter, generic.getLoc());
  }
  team.share(rewriter, generic);
  return success();
}

/// Only structured operations and single threads may write, since all threads
/// would run any other store.
LogicalResult KernelBuilder::verify() {
  WalkResult result = launch.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) -> WalkResult {
        if (auto loops = dyn_cast<scf::ForallOp>(op);
            loops && (isForThreads(loops) || isForWarps(loops))) {
          WalkResult inside =
              loops.getBody()->walk([&](Operation *nested) -> WalkResult {
                if (isa<memref::AllocOp>(nested) && isForWarps(loops))
                  return nested->emitError("a buffer of a single warp; use "
                                           "gpu_threads in place of gpu_warps");
                if (isa<scf::ForallOp, scf::ParallelOp>(nested))
                  return nested->emitError("a parallel loop inside a thread");
                return WalkResult::advance();
              });
          return inside.wasInterrupted() ? inside : WalkResult::skip();
        }
        if (isa<linalg::LinalgOp, gpu::TerminatorOp>(op))
          return WalkResult::skip();
        if (isa<scf::ForallOp, scf::ParallelOp>(op))
          return op->emitError("a parallel loop inside a kernel");
        if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
            isMemoryEffectFree(op) || isa<memref::AllocOp>(op) || onlyReads(op))
          return WalkResult::advance();
        return op->emitError("has no code for a block of threads");
      });
  return success(!result.wasInterrupted());
}

LogicalResult KernelBuilder::build(unsigned number) {
  if (forall && (isForThreads(forall) || isForWarps(forall)))
    return forall.emitError("threads outside of blocks");
  FailureOr<SmallVector<int64_t>> grid = SmallVector<int64_t>();
  if (forall)
    grid = countsOf(forall);
  else if (sole)
    grid->push_back(
        blocksFor(Division::of(sole, threadsOfGpu).threads, numThreads));
  if (failed(grid))
    return forall.emitError("a grid of unknown size");
  if (llvm::product_of(ArrayRef(*grid).drop_back(grid->empty() ? 0 : 1),
                       int64_t(1)) > mostBlocksAcross)
    return forall.emitError("a grid of more than ")
           << mostBlocksAcross << " blocks besides the last dimension; choose "
           << "larger tiles";
  moveIn(*grid);
  MLIRContext *context = rewriter.getContext();
  launch.setModuleAttr(FlatSymbolRefAttr::get(context, "kernels"));
  launch.setFunctionAttr(
      FlatSymbolRefAttr::get(context, "kernel" + std::to_string(number)));
  if (failed(verify()) || failed(sink()) || failed(makeStatic()) ||
      failed(keepInThreads()))
    return failure();
  reuseBuffers(rewriter, launch);
  if (limits.hasAsyncCopies &&
      failed(pipelineCopies(rewriter, launch, numThreads, limits)))
    return failure();
  if (failed(share()))
    return failure();
  // Sums are kept in registers before the fills of their tiles are distributed.
  SmallVector<scf::ForallOp> tiles;
  launch.walk([&](scf::ForallOp loops) { tiles.push_back(loops); });
  for (scf::ForallOp loops : tiles) {
    auto around = dyn_cast<scf::ForOp>(loops->getParentOp());
    const bool forWarps = isForWarps(loops);
    if (failed(distribute(loops)))
      return failure();
    while (around && !forWarps)
      around = dyn_cast<scf::ForOp>(
          hoistAccumulators(rewriter, around)->getParentOp());
  }
  unrollInPipelines(launch);
  SmallVector<linalg::LinalgOp> structured;
  llvm::SmallPtrSet<Operation *, 4> fills;
  launch.walk([&](linalg::LinalgOp op) {
    structured.push_back(op);
    if (auto fill = fillBefore(op))
      fills.insert(fill);
  });
  const Team team =
      sole ? Team::ofGrid(rewriter, launch, grid->back(), numThreads)
           : Team::ofBlock(launch, numThreads);
  for (linalg::LinalgOp op : structured)
    if (!fills.contains(op) && failed(distribute(op, team)))
      return failure();
  return success();
}

namespace {
struct MapToGpu final : impl::MapToGpuBase<MapToGpu> {
  using Base::Base;
  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    IRRewriter rewriter(&getContext());
    const BlockLimits limits = {.sharedBytes = sharedBytes,
                                .hasAsyncCopies = asyncCopies,
                                .hasWarpgroups = warpgroups};
    unsigned number = 0;
    for (SmallVector<Operation *> &kernel : kernelsOf(rewriter))
      if (failed(KernelBuilder(rewriter, kernel, limits).build(number++)))
        return signalPassFailure();
  }

private:
  /// The operations of the function, by kernel.
  SmallVector<SmallVector<Operation *>> kernelsOf(IRRewriter &rewriter) {
    getOperation().walk([&](Operation *op) {
      if (auto copy = dyn_cast<memref::CopyOp>(op)) {
        rewriter.setInsertionPoint(op);
        if (copy.getSource() != copy.getTarget())
          linalg::makeMemRefCopyOp(rewriter, op->getLoc(), copy.getSource(),
                                   copy.getTarget());
        rewriter.eraseOp(op);
      } else if (isa<memref::DeallocOp>(op)) {
        rewriter.eraseOp(op);
      }
    });
    SmallVector<SmallVector<Operation *>> kernels;
    for (Operation &op :
         getOperation().getBody().front().without_terminator()) {
      // Computed in the kernels that use it.
      if (isMemoryEffectFree(&op) || isa<memref::AllocOp>(op))
        continue;
      if (kernels.empty() || !belongsTo(kernels.back(), &op))
        kernels.emplace_back();
      kernels.back().push_back(&op);
    }
    return kernels;
  }

  /// True if an operation is to follow these in the same kernel: it belongs to
  /// its fill, loops of a single block may follow each other, and what an
  /// operation has read from memory must be used in its kernel.
  static bool belongsTo(ArrayRef<Operation *> kernel, Operation *op) {
    if (isa<scf::ForallOp>(op) || isa<scf::ForallOp>(kernel.front()))
      return false;
    auto usesLater = [&](Operation *user) {
      Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
      return ancestor && !ancestor->isBeforeInBlock(op);
    };
    if (llvm::any_of(kernel, [&](Operation *each) {
          return llvm::any_of(each->getUsers(), usesLater);
        }))
      return true;
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (structured && fillBefore(structured) == kernel.back())
      return kernel.size() == 1;
    return !structured &&
           llvm::none_of(kernel, llvm::IsaPred<linalg::LinalgOp>);
  }
};
} // namespace
} // namespace mlirgym::lowering
