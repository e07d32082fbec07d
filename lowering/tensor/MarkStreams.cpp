//===- lowering/tensor/MarkStreams.cpp ------------------------------------===//
#include "lowering/module/Marks.h"
#include "lowering/tensor/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_MARKSTREAMS
#include "lowering/tensor/Passes.h.inc"

namespace {

/// The value that contains the used value after `use`; null if `use` does not
/// insert a tile into a larger value.
Value holderAfter(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(user))
    return insert.getResult();
  if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(user)) {
    auto shared = dyn_cast<BlockArgument>(insert.getDest());
    auto loop = user->getParentOfType<scf::ForallOp>();
    return shared && loop ? loop.getTiedOpResult(loop.getTiedOpOperand(shared))
                          : Value();
  }
  if (auto reshape = dyn_cast<tensor::ExpandShapeOp>(user)) // made by flatten
    return reshape.getResult();
  if (isa<scf::YieldOp>(user) && isa<scf::ForOp>(user->getParentOp()))
    return user->getParentOp()->getResult(use.getOperandNumber());
  return {};
}

/// The function argument to which the value is finally written.
BlockArgument destinationOf(Value value) {
  while (value) {
    Value next;
    for (OpOperand &use : value.getUses()) {
      if (auto end = dyn_cast<bufferization::MaterializeInDestinationOp>(
              use.getOwner());
          end && end.getSource() == value)
        return dyn_cast<BlockArgument>(end.getDest());
      if (!next)
        next = holderAfter(use);
    }
    value = next;
  }
  return {};
}

/// True if another op has written partial results to the same destination,
/// which this op reads again.
bool addsToAnother(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInits(), [](Value init) {
    for (;;) {
      if (auto slice = init.getDefiningOp<tensor::ExtractSliceOp>()) {
        init = slice.getSource();
        continue;
      }
      auto argument = dyn_cast<BlockArgument>(init);
      auto loop = argument ? dyn_cast<LoopLikeOpInterface>(
                                 argument.getOwner()->getParentOp())
                           : LoopLikeOpInterface();
      OpOperand *before = loop ? loop.getTiedLoopInit(argument) : nullptr;
      if (!before)
        return static_cast<bool>(init.getDefiningOp<linalg::LinalgOp>());
      init = before->get();
    }
  });
}

struct MarkStreams final : impl::MarkStreamsBase<MarkStreams> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    func.walk([&](linalg::LinalgOp op) {
      if (!op->hasAttr(streamMark) || addsToAnother(op))
        return;
      for (Value result : op->getResults())
        if (BlockArgument argument = destinationOf(result))
          func.setArgAttr(argument.getArgNumber(), streamMark,
                          UnitAttr::get(&getContext()));
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
