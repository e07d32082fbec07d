//===- execution/lowering/DecomposeAggregates.cpp -------------------------===//
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// Passes the mark of an op on to the structured ops made of it.
class MarkPasser : public RewriterBase::Listener {
public:
  explicit MarkPasser(Operation *source)
      : mark(source->getAttr(vectorizeMark)) {}
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    if (mark && isa<linalg::LinalgOp>(op))
      op->setAttr(vectorizeMark, mark);
  }

private:
  Attribute mark;
};

void decompose(IRRewriter &rewriter, Operation *op) {
  MarkPasser passer(op);
  rewriter.setListener(&passer);
  rewriter.setInsertionPoint(op);
  if (auto pack = dyn_cast<linalg::PackOp>(op)) {
    (void)linalg::lowerPack(rewriter, pack);
  } else if (auto unpack = dyn_cast<linalg::UnPackOp>(op)) {
    (void)linalg::lowerUnPack(rewriter, unpack);
  } else if (auto aggregate = dyn_cast<linalg::AggregatedOpInterface>(op)) {
    FailureOr<SmallVector<Value>> parts =
        aggregate.decomposeOperation(rewriter);
    if (succeeded(parts))
      rewriter.replaceOp(op, *parts);
  }
  rewriter.setListener(nullptr);
}
} // namespace

void decomposeAggregates(func::FuncOp func) {
  SmallVector<Operation *> aggregates;
  func.walk([&](Operation *op) {
    if (isa<linalg::PackOp, linalg::UnPackOp, linalg::SoftmaxOp>(op))
      aggregates.push_back(op);
  });
  IRRewriter rewriter(func.getContext());
  for (Operation *op : aggregates)
    decompose(rewriter, op);
}
} // namespace mlirgym::lowering
