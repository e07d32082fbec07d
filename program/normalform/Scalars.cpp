#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "program/normalform/Normalize.h"

namespace mlirgym {

namespace tensor = mlir::tensor;

/// An index has the width of the machine; its tensor has elements of i64.
static mlir::Type storedAs(mlir::Type scalar) {
  return scalar.isIndex() ? mlir::IntegerType::get(scalar.getContext(), 64)
                          : scalar;
}

static mlir::Value castTo(mlir::OpBuilder &builder, mlir::Value value,
                          mlir::Type type) {
  return value.getType() == type ? value
                                 : mlir::arith::IndexCastOp::create(
                                       builder, value.getLoc(), type, value)
                                       .getResult();
}

void storeScalars(mlir::func::FuncOp entry) {
  if (!entry.getBody().hasOneBlock())
    return; // checkPayload() refuses it
  mlir::Block &block = entry.getBody().front();
  auto builder = mlir::OpBuilder::atBlockBegin(&block);
  for (mlir::BlockArgument argument : block.getArguments()) {
    mlir::Type type = argument.getType();
    if (!type.isIntOrIndexOrFloat())
      continue;
    argument.setType(mlir::RankedTensorType::get({}, storedAs(type)));
    mlir::Value element =
        tensor::ExtractOp::create(builder, argument.getLoc(), argument, {});
    mlir::Value scalar = castTo(builder, element, type);
    argument.replaceUsesWithIf(scalar, [&](mlir::OpOperand &use) {
      return use.getOwner() != element.getDefiningOp();
    });
  }
  mlir::Operation *ret = block.getTerminator();
  builder.setInsertionPoint(ret);
  for (mlir::OpOperand &operand : ret->getOpOperands()) {
    mlir::Type type = operand.get().getType();
    if (!type.isIntOrIndexOrFloat())
      continue;
    mlir::Value element = castTo(builder, operand.get(), storedAs(type));
    operand.set(tensor::FromElementsOp::create(
        builder, ret->getLoc(), mlir::RankedTensorType::get({}, storedAs(type)),
        element));
  }
  entry.setFunctionType(mlir::FunctionType::get(
      entry.getContext(), block.getArgumentTypes(), ret->getOperandTypes()));
}

} // namespace mlirgym
