#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlirgym {

using mlir::linalg::LinalgOp;

static mlir::Value makeEmpty(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Type type) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  return mlir::tensor::EmptyOp::create(builder, loc, tensor.getShape(),
                                       tensor.getElementType());
}

/// The common value of all elements of `tensor`, as a scalar before the
/// insertion point; null if there is none.
static mlir::Value fillValue(mlir::OpBuilder &builder, mlir::Value tensor) {
  if (auto fill = tensor.getDefiningOp<mlir::linalg::FillOp>())
    return fill.value();
  mlir::SplatElementsAttr splat;
  if (!mlir::matchPattern(tensor, mlir::m_Constant(&splat)))
    return nullptr;
  return mlir::arith::ConstantOp::create(
      builder, tensor.getLoc(),
      llvm::cast<mlir::TypedAttr>(splat.getSplatValue<mlir::Attribute>()));
}

void separateInits(mlir::func::FuncOp entry) {
  mlir::OpBuilder builder(entry.getContext());
  llvm::SmallVector<LinalgOp> ops(entry.getBody().front().getOps<LinalgOp>());
  for (LinalgOp op : ops) {
    builder.setInsertionPoint(op);
    for (mlir::OpOperand &init : op.getDpsInitsMutable()) {
      mlir::Type type = init.get().getType();
      if (!op.payloadUsesValueFromOperand(&init)) {
        init.set(makeEmpty(builder, op.getLoc(), type));
        continue;
      }
      mlir::Value value = fillValue(builder, init.get());
      if (!value)
        continue;
      mlir::Location loc = init.get().getLoc();
      init.set(mlir::linalg::FillOp::create(builder, loc, value,
                                            makeEmpty(builder, loc, type))
                   .getResult(0));
    }
  }
}

/// The init to which the result `value` is tied; null if `value` is not a
/// result of a structured operation.
static mlir::OpOperand *initOf(mlir::Value value) {
  auto result = llvm::dyn_cast<mlir::OpResult>(value);
  if (!result)
    return nullptr;
  auto op = llvm::dyn_cast<LinalgOp>(result.getOwner());
  return op ? op.getDpsInitOperand(result.getResultNumber()) : nullptr;
}

/// Computes `value` in `output`. Returns the operation that writes `output`
/// first without reading it, null if there is none.
static LinalgOp computeIn(mlir::Value value, mlir::Value output) {
  for (mlir::OpOperand *init = initOf(value); init; init = initOf(value)) {
    auto op = llvm::cast<LinalgOp>(init->getOwner());
    mlir::Value before = init->get();
    if (before == output)
      return nullptr;
    if (before.getDefiningOp<mlir::tensor::EmptyOp>()) {
      init->set(output);
      return op;
    }
    // The value is computed in another output already, so this one gets a copy.
    if (!op.payloadUsesValueFromOperand(init))
      return nullptr;
    if (initOf(before) && before.hasOneUse()) {
      value = before; // an accumulation is in place over all its operations
      continue;
    }
    if (before.getDefiningOp<mlir::bufferization::MaterializeInDestinationOp>())
      return nullptr;
    mlir::OpBuilder builder(op);
    init->set(mlir::bufferization::MaterializeInDestinationOp::create(
                  builder, op.getLoc(), before.getType(), before, output)
                  .getResult());
    return nullptr;
  }
  return nullptr;
}

/// One result, all loops parallel, each element written once, init not read.
static bool isPointwise(LinalgOp op) {
  return op.getNumDpsInits() == 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
}

/// A producer of `op` that may write to the same memory: `op` reads each
/// element just before it writes the same element, and no operation reads it
/// later.
static LinalgOp producerInPlace(LinalgOp op) {
  if (!isPointwise(op))
    return nullptr;
  mlir::OpOperand *init = op.getDpsInitOperand(0);
  for (mlir::OpOperand *input : op.getDpsInputOperands()) {
    auto producer = input->get().getDefiningOp<LinalgOp>();
    if (!producer || !isPointwise(producer) ||
        input->get().getType() != init->get().getType() ||
        op.getMatchingIndexingMap(input) != op.getMatchingIndexingMap(init) ||
        !producer.getDpsInitOperand(0)
             ->get()
             .getDefiningOp<mlir::tensor::EmptyOp>())
      continue;
    bool readLater =
        llvm::any_of(input->get().getUses(), [&](mlir::OpOperand &use) {
          mlir::Operation *user =
              op->getBlock()->findAncestorOpInBlock(*use.getOwner());
          return &use != input &&
                 (user == op.getOperation() || op->isBeforeInBlock(user));
        });
    if (!readLater)
      return producer;
  }
  return nullptr;
}

void assignDestinations(mlir::func::FuncOp entry) {
  mlir::Block &block = entry.getBody().front();
  llvm::DenseMap<mlir::Value, mlir::Value> contents;
  for (auto read : block.getOps<mlir::bufferization::ToTensorOp>())
    contents[read.getBuffer()] = read.getResult();
  for (auto write :
       block.getOps<mlir::bufferization::MaterializeInDestinationOp>()) {
    if (!llvm::isa<mlir::MemRefType>(write.getDest().getType()))
      continue;
    auto argument = llvm::cast<mlir::BlockArgument>(write.getDest());
    mlir::Value &output = contents[argument];
    if (!output) {
      auto builder = mlir::OpBuilder::atBlockBegin(&block);
      output = mlir::bufferization::ToTensorOp::create(
          builder, argument.getLoc(), write.getSource().getType(), argument,
          /*restrict=*/true);
    }
    LinalgOp op = computeIn(write.getSource(), output);
    while (op && (op = producerInPlace(op)))
      op.getDpsInitOperand(0)->set(output);
  }
}

} // namespace mlirgym
