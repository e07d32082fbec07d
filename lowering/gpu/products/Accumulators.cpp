#include "lowering/gpu/products/Accumulators.h"
#include "lowering/gpu/SharedMemory.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// True if the operation runs in or after the loop.
bool isNotBefore(scf::ForOp loop, Operation *op) {
  Operation *inBlock = loop->getBlock()->findAncestorOpInBlock(*op);
  return inBlock && !inBlock->isBeforeInBlock(loop);
}

struct Accumulator {
  vector::TransferReadOp read;
  vector::TransferWriteOp write;
};

/// True if a vector is a whole view, whose first dimensions are 1.
bool isWhole(memref::SubViewOp view, VectorType vector) {
  ArrayRef<int64_t> shape = view.getType().getShape();
  return shape.take_back(vector.getRank()) == vector.getShape() &&
         llvm::all_of(shape.drop_back(vector.getRank()),
                      [](int64_t extent) { return extent == 1; });
}

/// The read of what `write` writes, if the tile is the same in each iteration.
std::optional<Accumulator> match(scf::ForOp loop,
                                 vector::TransferWriteOp write) {
  auto view = write.getBase().getDefiningOp<memref::SubViewOp>();
  if (!view || write.getMask() || !view.hasUnitStride() ||
      llvm::any_of(write.getIndices(),
                   [](Value index) { return !isZeroInteger(index); }) ||
      !write.getPermutationMap().isMinorIdentity() ||
      !isWhole(view, write.getVectorType()))
    return std::nullopt;
  for (auto read : loop.getBody()->getOps<vector::TransferReadOp>()) {
    if (read.getBase() != view.getSource() || read.getMask() ||
        read.getVectorType() != write.getVectorType() ||
        read.getPermutationMap() != write.getPermutationMap() ||
        !read->isBeforeInBlock(write) ||
        !isEqualConstantIntOrValueArray(getAsOpFoldResult(read.getIndices()),
                                        view.getMixedOffsets()))
      continue;
    Operation *users[] = {read, view, write};
    if (llvm::all_of(read->getOperands(),
                     [&](Value operand) {
                       return loop.isDefinedOutsideOfLoop(operand);
                     }) &&
        loop.isDefinedOutsideOfLoop(write.getBase()) &&
        isUsedOnlyBy(loop, read.getBase(), users))
      return Accumulator{.read = read, .write = write};
  }
  return std::nullopt;
}
} // namespace

linalg::FillOp fillOf(scf::ForOp loop, Value tile) {
  linalg::FillOp fill;
  for (Operation *user : tile.getUsers()) {
    if (isNotBefore(loop, user) ||
        (isa<memref::SubViewOp>(user) &&
         llvm::all_of(user->getUsers(), [&](Operation *indirect) {
           return isNotBefore(loop, indirect);
         })))
      continue;
    auto filling = dyn_cast<linalg::FillOp>(user);
    if (!filling || fill || filling->getBlock() != loop->getBlock() ||
        !filling->isBeforeInBlock(loop))
      return nullptr;
    fill = filling;
  }
  return fill;
}

bool isUsedOnlyBy(scf::ForOp loop, Value tile, ArrayRef<Operation *> readers) {
  Value root = rootOf(tile);
  return !loop->walk([&](Operation *op) -> WalkResult {
                for (Value operand : op->getOperands())
                  if (isa<MemRefType>(operand.getType()) &&
                      rootOf(operand) == root &&
                      !llvm::is_contained(readers, op))
                    return WalkResult::interrupt();
                return WalkResult::advance();
              })
              .wasInterrupted();
}

scf::ForOp hoistAccumulators(RewriterBase &rewriter, scf::ForOp loop) {
  moveLoopInvariantCode(cast<LoopLikeOpInterface>(*loop));
  const SmallVector<vector::TransferWriteOp> writes(
      loop.getBody()->getOps<vector::TransferWriteOp>());
  for (vector::TransferWriteOp write : writes) {
    auto found = match(loop, write);
    if (!found)
      continue;
    vector::TransferReadOp read = found->read;
    Value initial = read.getVector();
    if (linalg::FillOp fill = fillOf(loop, read.getBase())) {
      rewriter.setInsertionPoint(loop);
      initial = vector::BroadcastOp::create(rewriter, read.getLoc(),
                                            read.getVectorType(),
                                            fill.getInputs().front());
      rewriter.eraseOp(fill);
      rewriter.replaceOp(read, initial);
    } else {
      rewriter.moveOpBefore(read, loop);
    }
    loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, initial, /*replaceInitOperandUsesInLoop=*/true,
        [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
          return SmallVector<Value>{write.getValueToStore()};
        }));
    rewriter.moveOpAfter(write, loop);
    rewriter.modifyOpInPlace(write, [&] {
      write.getValueToStoreMutable().set(loop.getResults().back());
    });
  }
  return loop;
}
} // namespace mlirgym::lowering
