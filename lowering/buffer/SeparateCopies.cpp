//===- lowering/buffer/SeparateCopies.cpp ---------------------------------===//
#include "lowering/buffer/Passes.h"
#include "lowering/module/Rewrite.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_SEPARATECOPIES
#include "lowering/buffer/Passes.h.inc"

namespace {

bool isConstant(Value value) {
  while (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>())
    value = slice.getSource();
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  auto elements =
      constant ? dyn_cast<ElementsAttr>(constant.getValue()) : ElementsAttr();
  return elements && isa<RankedTensorType>(constant.getType()) &&
         !elements.isSplat();
}

bool readsConstant(Operation *op) {
  return llvm::any_of(op->getOperands(), isConstant);
}

struct SeparateCopies final : impl::SeparateCopiesBase<SeparateCopies> {
  void runOnOperation() override {
    SmallVector<tensor::EmptyOp> shared;
    getOperation().walk([&](tensor::EmptyOp empty) {
      if (!empty->hasOneUse() && !empty->use_empty())
        shared.push_back(empty);
    });
    for (tensor::EmptyOp empty : shared)
      for (OpOperand &use : llvm::make_early_inc_range(empty->getUses()))
        if (!empty->hasOneUse() && contains(use.getOwner(), readsConstant)) {
          OpBuilder at(empty);
          use.set(at.clone(*empty)->getResult(0));
          ++numSeparated;
        }
  }
};
} // namespace
} // namespace mlirgym::lowering
