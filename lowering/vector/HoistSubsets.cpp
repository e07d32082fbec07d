//===- lowering/vector/HoistSubsets.cpp -----------------------------------===//
#include "lowering/module/GpuMapping.h"
#include "lowering/module/Rewrite.h"
#include "lowering/vector/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_HOISTSUBSETS
#include "lowering/vector/Passes.h.inc"

namespace {

/// Upper bound of the depth of loop nests around an op, and so of useful
/// rounds.
constexpr int maxRounds = 8;

/// A loop-carried tensor from which each iteration reads one vector and writes
/// one to the same place: the loop can carry the vector instead.
struct CarriedVector {
  unsigned index; // of the iter arg
  vector::TransferReadOp read;
  vector::TransferWriteOp write;
};

vector::TransferReadOp onlyReadOf(BlockArgument arg,
                                  vector::TransferWriteOp write) {
  vector::TransferReadOp read;
  for (OpOperand &use : arg.getUses()) {
    Operation *user = use.getOwner();
    if (user == write && use == write.getBaseMutable())
      continue;
    auto candidate = dyn_cast<vector::TransferReadOp>(user);
    if (!candidate || read)
      return {};
    read = candidate;
  }
  return read;
}

/// True if a read at the end of an iteration would return the vector written.
bool readsWhatWasWritten(vector::TransferReadOp read,
                         vector::TransferWriteOp write) {
  // Masked-off lanes are filled with the padding; they may hold the carried
  // value instead only if the padding is poison.
  if (read.getMask() && !read.getPadding().getDefiningOp<ub::PoisonOp>())
    return false;
  return read.getVectorType() == write.getVectorType() &&
         read.getPermutationMap() == write.getPermutationMap() &&
         read.getMask() == write.getMask() &&
         read.getInBounds() == write.getInBounds() &&
         llvm::equal(read.getIndices(), write.getIndices());
}

bool overwritesWhole(vector::TransferWriteOp write) {
  auto type = dyn_cast<RankedTensorType>(write.getBase().getType());
  return type && type.hasStaticShape() && !write.getMask() &&
         type.getShape() == write.getVectorType().getShape() &&
         write.getPermutationMap().isIdentity();
}

std::optional<CarriedVector> findCarriedVector(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  for (auto [i, arg] : llvm::enumerate(loop.getRegionIterArgs())) {
    if (!isa<RankedTensorType>(arg.getType()))
      continue;
    auto write = yield.getOperand(i).getDefiningOp<vector::TransferWriteOp>();
    if (!write || !write.getResult().hasOneUse() ||
        write->getBlock() != loop.getBody())
      continue;
    // If the destination is not the carried tensor, the write must overwrite
    // all of it.
    if (write.getBase() != arg && !overwritesWhole(write))
      continue;
    vector::TransferReadOp read = onlyReadOf(arg, write);
    if (!read || read->getBlock() != loop.getBody() ||
        !readsWhatWasWritten(read, write))
      continue;
    SmallVector<Value> invariants(read.getIndices());
    invariants.push_back(read.getPadding());
    if (read.getMask())
      invariants.push_back(read.getMask());
    if (llvm::all_of(invariants, [&](Value value) {
          return loop.isDefinedOutsideOfLoop(value);
        }))
      return CarriedVector{static_cast<unsigned>(i), read, write};
  }
  return std::nullopt;
}

/// Makes the loop carry the vector too; canonicalisation then drops the tensor.
scf::ForOp carry(IRRewriter &rewriter, scf::ForOp loop,
                 const CarriedVector &found) {
  vector::TransferReadOp read = found.read;
  vector::TransferWriteOp write = found.write;
  rewriter.setInsertionPoint(loop);
  auto before = cast<vector::TransferReadOp>(rewriter.clone(*read));
  before.getBaseMutable().assign(loop.getInitArgs()[found.index]);
  Value stored = write.getValueToStore();
  FailureOr<LoopLikeOpInterface> replaced = loop.replaceWithAdditionalYields(
      rewriter, before.getResult(), /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
        return SmallVector<Value>{stored};
      });
  if (failed(replaced)) {
    rewriter.eraseOp(before);
    return {};
  }
  auto result = cast<scf::ForOp>(replaced->getOperation());
  BlockArgument tensor = result.getRegionIterArgs()[found.index];
  rewriter.replaceOp(read, result.getRegionIterArgs().back());
  rewriter.setInsertionPointAfter(result);
  auto after = cast<vector::TransferWriteOp>(rewriter.clone(*write));
  after.getValueToStoreMutable().assign(result.getResults().back());
  after.getBaseMutable().assign(result.getResult(found.index));
  rewriter.replaceAllUsesExcept(result.getResult(found.index),
                                after.getResult(), after);
  rewriter.replaceOp(write, tensor);
  return result;
}

/// Upstream's subset hoisting does not support masked transfers. Returns the
/// number of vectors that loops now carry in addition.
int64_t hoistCarriedVectors(IRRewriter &rewriter, func::FuncOp func) {
  SmallVector<scf::ForOp> innerFirst;
  func.walk([&](scf::ForOp loop) { innerFirst.push_back(loop); });
  int64_t count = 0;
  for (scf::ForOp loop : innerFirst)
    while (loop) {
      std::optional<CarriedVector> found = findCarriedVector(loop);
      if (!found)
        break;
      loop = carry(rewriter, loop, *found);
      count += static_cast<bool>(loop);
    }
  return count;
}

/// Slices that no transfer accesses are not hoisted: it has no benefit, and
/// each pair of them is compared.
bool hasTransfers(scf::ForOp loop) {
  return contains(loop, llvm::IsaPred<VectorTransferOpInterface>);
}

/// True if subsets are hoisted from a loop around `loop` and a slice in `loop`
/// is invariant in that outer loop. MLIR 22 intends to check slices of inner
/// loops only for overlaps, but hoists them with the outer loop's own slices,
/// past values defined in the inner loop: they must be hoisted out of the inner
/// loop first.
bool holdsSlicesOfOuterLoops(scf::ForOp loop) {
  for (auto outer = loop->getParentOfType<scf::ForOp>(); outer;
       outer = outer->getParentOfType<scf::ForOp>()) {
    if (!hasTransfers(outer))
      continue;
    auto isInvariant = [&](Operation *op) {
      auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
      return slice && llvm::all_of(llvm::drop_begin(slice->getOperands()),
                                   [&](Value index) {
                                     return outer.isDefinedOutsideOfLoop(index);
                                   });
    };
    if (contains(loop, isInvariant))
      return true;
  }
  return false;
}

/// Returns the number of subsets hoisted.
int64_t hoistUpstream(IRRewriter &rewriter, func::FuncOp func) {
  SmallVector<scf::ForOp> innerFirst;
  func.walk([&](scf::ForOp loop) {
    if (hasTransfers(loop) || holdsSlicesOfOuterLoops(loop))
      innerFirst.push_back(loop);
  });
  int64_t count = 0;
  for (scf::ForOp loop : innerFirst) {
    size_t carried = loop.getRegionIterArgs().size();
    LoopLikeOpInterface hoisted = hoistLoopInvariantSubsets(rewriter, loop);
    count += static_cast<int64_t>(hoisted.getRegionIterArgs().size() - carried);
  }
  return count;
}

void hoistInvariantCode(func::FuncOp func) {
  func.walk([](LoopLikeOpInterface loop) {
    // A fill in a GPU block initialises a buffer of the block.
    auto forall = dyn_cast<scf::ForallOp>(loop.getOperation());
    if (!forall || !isForGpu(forall))
      moveLoopInvariantCode(loop);
  });
}

struct HoistSubsets final : impl::HoistSubsetsBase<HoistSubsets> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    IRRewriter rewriter(func.getContext());
    hoistInvariantCode(func);
    for (int round = 0; round < maxRounds; ++round) {
      const int64_t hoisted = hoistUpstream(rewriter, func);
      const int64_t carried = hoistCarriedVectors(rewriter, func);
      numHoisted += hoisted;
      numCarried += carried;
      if (hoisted == 0 && carried == 0)
        return;
      hoistInvariantCode(func);
    }
  }
};
} // namespace
} // namespace mlirgym::lowering
