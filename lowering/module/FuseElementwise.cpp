//===- lowering/module/FuseElementwise.cpp --------------------------------===//
#include "lowering/module/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/PatternMatch.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "lowering/module/Passes.h.inc"

namespace {

using Operation = mlir::Operation; // not the one of program/Program.h

/// True if each element of the operand belongs to one iteration of its
/// operation.
bool isReadOnce(OpOperand &operand) {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  return op.getMatchingIndexingMap(&operand).isPermutation();
}

/// True if the operation that computes the operand can move into the body of
/// the one that reads it, and nothing is then computed twice.
bool canFuse(OpOperand &operand) {
  auto consumer = cast<linalg::GenericOp>(operand.getOwner());
  auto producer = operand.get().getDefiningOp<linalg::GenericOp>();
  if (!producer || producer->getNumResults() != 1 ||
      !consumer.isDpsInput(&operand) ||
      !llvm::all_of(
          producer->getUsers(),
          [&](Operation *user) { return user == operand.getOwner(); }) ||
      producer.payloadUsesValueFromOperand(producer.getDpsInitOperand(0)))
    return false;
  const bool isElementwise =
      consumer.getNumParallelLoops() == consumer.getNumLoops();
  return (isElementwise || isReadOnce(operand)) &&
         llvm::product_of(producer.getStaticLoopRanges()) ==
             llvm::product_of(consumer.getStaticLoopRanges()) &&
         linalg::areElementwiseOpsFusable(&operand);
}

struct FuseElementwise final : impl::FuseElementwiseBase<FuseElementwise> {
  void runOnOperation() override {
    auto entry = getOperation().lookupSymbol<func::FuncOp>(entryName);
    if (!entry || entry.isExternal())
      return;
    fuse(entry.getBody().front());
    Normalizer normalizer(getContext());
    if (llvm::Error error = normalizer.normalize(getOperation(), entry)) {
      entry.emitError(llvm::toString(std::move(error)));
      signalPassFailure();
    }
  }

private:
  void fuse(Block &block) {
    IRRewriter rewriter(&getContext());
    for (Operation &op : llvm::make_early_inc_range(block))
      if (auto named = dyn_cast<linalg::LinalgOp>(op);
          named && linalg::isElementwise(named) &&
          !isa<linalg::GenericOp, linalg::FillOp>(op)) {
        rewriter.setInsertionPoint(named);
        (void)linalg::generalizeNamedOp(rewriter, named);
      }
    for (Operation &op : llvm::make_early_inc_range(block))
      if (auto consumer = dyn_cast<linalg::GenericOp>(op))
        while (OpOperand *operand = nextOf(consumer)) {
          consumer = cast<linalg::GenericOp>(fuseProducer(rewriter, *operand));
          ++numFused;
        }
  }

  /// The operand of the next fusion; null: none.
  static OpOperand *nextOf(linalg::GenericOp consumer) {
    for (OpOperand &operand : consumer->getOpOperands())
      if (canFuse(operand))
        return &operand;
    return nullptr;
  }
};
} // namespace
} // namespace mlirgym::lowering
