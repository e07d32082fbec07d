//===- lowering/vector/SplitVectors.cpp -----------------------------------===//
#include "lowering/buffer/Buffers.h"
#include "lowering/buffer/StridedTransfers.h"
#include "lowering/module/Marks.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/vector/DotProducts.h"
#include "lowering/vector/Passes.h"
#include "lowering/vector/RegisterGroups.h"
#include "lowering/vector/Strip.h"
#include "lowering/vector/StripBuilder.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h" // IWYU pragma: keep
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <iterator>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_SPLITVECTORS
#include "lowering/vector/Passes.h.inc"

namespace {

/// Largest number of strips of one root; the rest is left to LLVM, whose time
/// is quadratic in the length of a block.
constexpr size_t maxStrips = 2048;

/// Buffers that an op reads; nullopt if they are not known.
std::optional<SmallVector<Value>> readsOf(Operation *op) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  if (!effects)
    return std::nullopt;
  SmallVector<Value> buffers;
  for (const MemoryEffects::EffectInstance &effect : *effects) {
    if (!isa<MemoryEffects::Read>(effect.getEffect()) || !effect.getValue())
      return std::nullopt;
    buffers.push_back(effect.getValue());
  }
  return buffers;
}

class VectorSplitter {
public:
  VectorSplitter(func::FuncOp func, const VectorUnit &unit)
      : builder(unit), rewriter(func.getContext()) {}

  void run(Block &block);

  int64_t numStores = 0, numLoops = 0;

private:
  void splitWrite(vector::TransferWriteOp write);
  bool emitWrite(vector::TransferWriteOp write, ArrayRef<Strip> strips,
                 bool mayMove);
  void storeStrip(vector::TransferWriteOp write, const Strip &strip);
  void splitCarried(scf::ForOp loop);
  void replaceScalars(Operation *op);
  int64_t lanesFor(Value value) const;

  StripBuilder builder;
  IRRewriter rewriter;
};

/// Number of lanes of the widest element type in the computation of the value,
/// so that all of it runs on strips of one length.
int64_t VectorSplitter::lanesFor(Value root) const {
  unsigned bits = 8;
  SmallVector<Value> pending = {root};
  llvm::SmallDenseSet<Value> seen;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    auto type = dyn_cast<VectorType>(value.getType());
    if (!type || !seen.insert(value).second)
      continue;
    Type element = type.getElementType();
    bits = std::max(
        bits, element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64);
    Operation *op = value.getDefiningOp();
    if (auto loop = dyn_cast_or_null<scf::ForOp>(op)) {
      unsigned index = cast<OpResult>(value).getResultNumber();
      pending.push_back(loop.getBody()->getTerminator()->getOperand(index));
      pending.push_back(loop.getInitArgs()[index]);
    } else if (op) {
      llvm::append_range(pending, op->getOperands());
    }
  }
  return builder.unit().lanes(bits);
}

void VectorSplitter::storeStrip(vector::TransferWriteOp write,
                                const Strip &strip) {
  OpBuilder at(write);
  Location loc = write.getLoc();
  Value part = builder.get(write.getValueToStore(), strip);
  AffineMap map = write.getPermutationMap();
  SmallVector<Value> indices(write.getIndices());
  int along = -1;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    unsigned bufferDim = cast<AffineDimExpr>(expr).getPosition();
    indices[bufferDim] =
        builder.offsetIndex(at, indices[bufferDim], strip.position[dim]);
    if (static_cast<int>(dim) == strip.dim)
      along = static_cast<int>(bufferDim);
  }
  Value mask;
  if (write.getMask())
    mask = builder.get(write.getMask(), maskStrip(map, strip));
  if (along < 0) {
    memref::StoreOp::create(at, loc, part, write.getBase(), indices);
    return;
  }
  auto buffer = cast<MemRefType>(write.getBase().getType());
  if (along + 1 != buffer.getRank() || !isContiguous(write.getBase(), along)) {
    auto dims = AffineMap::get(buffer.getRank(), 0, at.getAffineDimExpr(along));
    vector::TransferWriteOp::create(
        at, loc, part, write.getBase(), indices, AffineMapAttr::get(dims),
        isAllTrue(mask) ? Value() : mask, at.getBoolArrayAttr({true}));
    return;
  }
  if (isAllTrue(mask)) {
    vector::StoreOp::create(at, loc, part, write.getBase(), indices,
                            isStreamed(originOf(write.getBase())));
    return;
  }
  std::optional<int64_t> numSet = countFirstLanes(mask);
  if (!numSet || builder.unit().hasMaskedStores()) {
    vector::MaskedStoreOp::create(at, loc, write.getBase(), indices, mask,
                                  part);
    return;
  }
  // Parts of a cache line are never streamed.
  for (int64_t first = 0; first < *numSet;) {
    auto count = static_cast<int64_t>(
        llvm::bit_floor(static_cast<uint64_t>(*numSet - first)));
    Value some =
        vector::ExtractStridedSliceOp::create(at, loc, part, first, count, 1);
    vector::StoreOp::create(at, loc, some, write.getBase(), indices);
    indices[along] = builder.offsetIndex(at, indices[along], count);
    first += count;
  }
}

/// Computes and stores the strips in front of `write`. With `mayMove`, their
/// operands are computed strip by strip at the stores; returns false, without
/// changes, if a read would then follow a store that it must not see.
bool VectorSplitter::emitWrite(vector::TransferWriteOp write,
                               ArrayRef<Strip> strips, bool mayMove) {
  if (!mayMove) {
    for (const Strip &strip : strips)
      storeStrip(write, strip);
    return true;
  }
  // Nothing may move across an op that writes.
  llvm::SmallDenseSet<Operation *> movable;
  for (Operation *op = write->getPrevNode(); op; op = op->getPrevNode()) {
    std::optional<SmallVector<Value>> reads = readsOf(op);
    if (!reads)
      break;
    // With a second use it would be computed twice.
    bool isCheap = op->hasTrait<OpTrait::ConstantLike>();
    if (!isCheap && !llvm::hasSingleElement(op->getUsers()))
      continue;
    bool isRead = isa<vector::TransferReadOp>(op);
    if (isRead || llvm::none_of(*reads, [&](Value buffer) {
          return mayOverlap(buffer, write.getBase());
        }))
      movable.insert(op);
  }
  bool isConflict = false;
  Operation *before = write->getPrevNode();
  {
    SmallVector<const Strip *> stored;
    StripBuilder::Sink sink(
        builder, write, [&](Operation *op) { return movable.contains(op); },
        [&](Operation *op, const Strip &strip) {
          auto read = cast<vector::TransferReadOp>(op);
          if (!mayOverlap(read.getBase(), write.getBase()))
            return;
          bool isSamePlace =
              read.getBase() == write.getBase() &&
              read.getIndices() == write.getIndices() &&
              read.getPermutationMap() == write.getPermutationMap();
          isConflict |= !isSamePlace || llvm::any_of(stored, [&](auto *each) {
            return each->overlaps(strip);
          });
        });
    for (const Strip &strip : strips) {
      storeStrip(write, strip);
      stored.push_back(&strip);
    }
  }
  if (!isConflict)
    return true;
  while (write->getPrevNode() != before)
    rewriter.eraseOp(write->getPrevNode());
  return false;
}

void VectorSplitter::splitWrite(vector::TransferWriteOp write) {
  auto buffer = dyn_cast<MemRefType>(write.getBase().getType());
  VectorType type = write.getVectorType();
  if (!buffer || write.hasOutOfBoundsDim() || type.isScalable() ||
      buffer.getElementType() != type.getElementType())
    return;
  // AArch64 stores interleaved registers by one instruction.
  if (builder.unit().dots.arm &&
      write.getValueToStore().getDefiningOp<vector::ShuffleOp>())
    return;
  builder.setLanes(lanesFor(write.getValueToStore()));
  // Along the dimension that is contiguous in memory, or else along the last.
  int dim = static_cast<int>(type.getRank()) - 1;
  for (auto [i, expr] : llvm::enumerate(write.getPermutationMap().getResults()))
    if (cast<AffineDimExpr>(expr).getPosition() + 1 == buffer.getRank())
      dim = static_cast<int>(i);
  SmallVector<Strip> strips;
  if (dim == type.getRank() - 1 && !write->hasAttr(rowByRowMark))
    for (SmallVector<Strip> &group : registerGroups(
             write.getValueToStore(), builder.lanes(), builder.unit()))
      llvm::append_range(strips, group);
  else
    strips = stripsAlong(type, dim, builder.lanes());
  if (strips.size() > maxStrips)
    return;
  Operation *before = write->getPrevNode();
  if (!emitWrite(write, strips, /*mayMove=*/true))
    emitWrite(write, strips, /*mayMove=*/false);
  orderByGroups(before ? std::next(before->getIterator())
                       : write->getBlock()->begin(),
                write, builder.unit());
  rewriter.eraseOp(write);
  ++numStores;
}

/// For a loop that writes memory and carries vectors: carries their strips too,
/// and joins them for the users of the vectors. Canonicalisation drops the
/// carried vectors that are then unused.
void VectorSplitter::splitCarried(scf::ForOp loop) {
  struct CarriedStrips {
    unsigned index;
    SmallVector<Strip> strips;
  };
  SmallVector<CarriedStrips> all;
  SmallVector<Value> inits;
  for (auto [i, init] : llvm::enumerate(loop.getInitArgs())) {
    auto type = dyn_cast<VectorType>(init.getType());
    if (!type || type.isScalable())
      continue;
    builder.setLanes(lanesFor(loop.getResult(i)));
    SmallVector<Strip> strips = stripsAlong(
        type, static_cast<int>(type.getRank()) - 1, builder.lanes());
    if (strips.size() > maxStrips)
      continue;
    for (const Strip &strip : strips)
      inits.push_back(builder.get(init, strip));
    all.push_back({static_cast<unsigned>(i), std::move(strips)});
  }
  if (all.empty()) {
    run(*loop.getBody());
    return;
  }
  size_t numOld = loop.getInitArgs().size();
  FailureOr<LoopLikeOpInterface> replaced = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument> args) {
        return SmallVector<Value>(args.begin(), args.end());
      });
  if (failed(replaced))
    return;
  loop = cast<scf::ForOp>(replaced->getOperation());
  ++numLoops;
  auto joinAs = [&](Value old, ValueRange parts, const CarriedStrips &carried) {
    Value joined;
    auto type = cast<VectorType>(old.getType());
    if (type.getRank() == 0) {
      joined = vector::BroadcastOp::create(rewriter, loop.getLoc(), type,
                                           parts.front());
    } else {
      joined = ub::PoisonOp::create(rewriter, loop.getLoc(), type);
      for (auto [strip, part] : llvm::zip_equal(carried.strips, parts))
        joined = vector::InsertStridedSliceOp::create(
            rewriter, loop.getLoc(), part, joined, strip.position,
            ArrayRef<int64_t>{1});
    }
    builder.define(joined, carried.strips, parts);
    return joined;
  };
  auto partsOf = [&](auto values, const CarriedStrips &carried, size_t &next) {
    ValueRange parts =
        ValueRange(values).drop_front(next).take_front(carried.strips.size());
    next += carried.strips.size();
    return parts;
  };
  rewriter.setInsertionPointToStart(loop.getBody());
  size_t next = numOld;
  for (const CarriedStrips &carried : all) {
    BlockArgument old = loop.getRegionIterArgs()[carried.index];
    Value joined =
        joinAs(old, partsOf(loop.getRegionIterArgs(), carried, next), carried);
    rewriter.replaceAllUsesWith(old, joined);
  }
  run(*loop.getBody());

  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  next = numOld;
  for (const CarriedStrips &carried : all) {
    Value value = yield.getOperand(carried.index);
    builder.setLanes(lanesFor(value));
    for (const Strip &strip : carried.strips)
      yield.setOperand(next++, builder.get(value, strip));
    yield.setOperand(carried.index, loop.getRegionIterArgs()[carried.index]);
  }
  rewriter.setInsertionPointAfter(loop);
  next = numOld;
  for (const CarriedStrips &carried : all) {
    Value old = loop.getResult(carried.index);
    Value joined =
        joinAs(old, partsOf(loop.getResults(), carried, next), carried);
    rewriter.replaceAllUsesExcept(old, joined, joined.getDefiningOp());
  }
}

/// Replaces scalars that other ops compute from vectors.
void VectorSplitter::replaceScalars(Operation *op) {
  if (op->getNumResults() != 1 || op->use_empty())
    return;
  Value value = op->getResult(0);
  Operation *reader = op;
  if (auto masked = dyn_cast<vector::MaskOp>(op))
    reader = masked.getMaskableOp();
  if (!reader)
    return;
  builder.setLanes(lanesFor(reader->getOperand(0)));
  if (Value made = builder.rebuild(cast<OpResult>(value));
      made && made != value)
    rewriter.replaceAllUsesWith(value, made);
}

void VectorSplitter::run(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto write = dyn_cast<vector::TransferWriteOp>(op)) {
      splitWrite(write);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      // Loops that only read are rebuilt where their results are used.
      if (!readsMemoryOnly(loop))
        splitCarried(loop);
    } else if (isa<vector::ExtractOp, vector::MultiDimReductionOp,
                   vector::MaskOp>(op)) {
      if (op.getNumResults() == 1 &&
          !isa<VectorType>(op.getResult(0).getType()))
        replaceScalars(&op);
    } else {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          run(inner);
    }
  }
}

struct SplitVectors final : impl::SplitVectorsBase<SplitVectors> {
  using SplitVectorsBase::SplitVectorsBase;
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    VectorSplitter splitter(func, {.bits = vectorBits,
                                   .registers = vectorRegisters,
                                   .dots = DotInstructions::named(*dots)});
    for (Block &block : func.getBody())
      splitter.run(block);
    numStores += splitter.numStores;
    numLoops += splitter.numLoops;
    // Erases the replaced ops, users first.
    func.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
