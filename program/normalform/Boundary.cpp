#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "program/Placement.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlirgym {
namespace {

/// Tracks the tensor that each memref contains, from the top of a block to the
/// bottom. This suffices to remove memory from straight-line code.
class ContentsTracker {
public:
  explicit ContentsTracker(mlir::Block &block)
      : block(block), rewriter(block.getParentOp()->getContext()) {}

  /// Turns `argument` into a memref unless it is one; a to_tensor reads its
  /// contents.
  void addArgument(mlir::BlockArgument argument) {
    auto shaped = llvm::cast<mlir::ShapedType>(argument.getType());
    argument.setType(
        mlir::MemRefType::get(shaped.getShape(), shaped.getElementType()));
    auto contents = mlir::bufferization::ToTensorOp::create(
        rewriter, argument.getLoc(), tensorTypeOf(argument), argument,
        /*restrict=*/true);
    if (llvm::isa<mlir::TensorType>(shaped))
      argument.replaceAllUsesExcept(contents, contents);
    held[argument] = initial[argument] = contents;
  }

  void visit(mlir::Operation *op) {
    rewriter.setInsertionPoint(op);
    if (auto read = llvm::dyn_cast<mlir::bufferization::ToTensorOp>(op))
      return rewriter.replaceOp(read, held.lookup(read.getBuffer()));
    if (auto write =
            llvm::dyn_cast<mlir::bufferization::MaterializeInDestinationOp>(
                op)) {
      // The placement of a tensor is not part of its value.
      if (llvm::isa<mlir::TensorType>(write.getDest().getType()))
        return rewriter.replaceOp(write, write.getSource());
      held[write.getDest()] = write.getSource();
      return rewriter.eraseOp(write);
    }
    if (auto buffer = llvm::dyn_cast<mlir::bufferization::ToBufferOp>(op)) {
      held[buffer.getResult()] = buffer.getTensor();
      buffers.push_back(op);
      return;
    }
    if (auto copy = llvm::dyn_cast<mlir::memref::CopyOp>(op)) {
      held[copy.getTarget()] = held.lookup(copy.getSource());
      return rewriter.eraseOp(copy);
    }
    if (llvm::isa<mlir::memref::AllocOp, mlir::memref::AllocaOp>(op)) {
      held[op->getResult(0)] = makeEmpty(op->getResult(0));
      buffers.push_back(op);
      return;
    }
    // Poison has no bufferization.
    if (llvm::isa<mlir::ub::PoisonOp>(op) &&
        llvm::isa<mlir::RankedTensorType>(op->getResult(0).getType()))
      return rewriter.replaceOp(op, makeEmpty(op->getResult(0)));
    if (llvm::isa<mlir::memref::DeallocOp>(op))
      return rewriter.eraseOp(op);
    if (auto alloc = llvm::dyn_cast<mlir::bufferization::AllocTensorOp>(op))
      return rewriter.replaceOp(alloc, alloc.getCopy()
                                           ? alloc.getCopy()
                                           : makeEmpty(alloc.getResult()));
    if (auto structured = llvm::dyn_cast<mlir::DestinationStyleOpInterface>(op);
        structured && structured.hasPureBufferSemantics())
      onTensors(structured);
  }

  /// Erases the allocated memrefs, which are now unused.
  void eraseBuffers() {
    for (mlir::Operation *buffer : buffers)
      rewriter.eraseOp(buffer);
  }

  /// Writes the current contents of `argument` back to it, if they have
  /// changed.
  void writeBack(mlir::BlockArgument argument) {
    if (held.lookup(argument) != initial.lookup(argument))
      write(held.lookup(argument), argument);
  }

  void write(mlir::Value tensor, mlir::BlockArgument argument) {
    rewriter.setInsertionPoint(block.getTerminator());
    mlir::bufferization::MaterializeInDestinationOp::create(
        rewriter, tensor.getLoc(), mlir::Type(), tensor, argument,
        /*restrict=*/true, /*writable=*/true);
  }

private:
  static mlir::RankedTensorType tensorTypeOf(mlir::Value buffer) {
    auto shaped = llvm::cast<mlir::ShapedType>(buffer.getType());
    return mlir::RankedTensorType::get(shaped.getShape(),
                                       shaped.getElementType());
  }

  mlir::Value makeEmpty(mlir::Value like) {
    auto type = tensorTypeOf(like);
    return mlir::tensor::EmptyOp::create(
        rewriter, like.getLoc(), type.getShape(), type.getElementType());
  }

  void onTensors(mlir::DestinationStyleOpInterface op) {
    llvm::SmallVector<mlir::Value> operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(llvm::isa<mlir::MemRefType>(operand.getType())
                             ? held.lookup(operand)
                             : operand);
    llvm::SmallVector<mlir::Type> types;
    for (mlir::Value init : op.getDpsInits())
      types.push_back(tensorTypeOf(init));
    mlir::Operation *copy = mlir::clone(rewriter, op, types, operands);
    for (auto [init, result] : llvm::zip(op.getDpsInits(), copy->getResults()))
      held[init] = result;
    rewriter.eraseOp(op);
  }

  mlir::Block &block;
  mlir::IRRewriter rewriter;
  llvm::DenseMap<mlir::Value, mlir::Value> held, initial;
  llvm::SmallVector<mlir::Operation *> buffers;

public:
  void startAtTop() { rewriter.setInsertionPointToStart(&block); }
};

} // namespace

Boundary makeBoundary(mlir::func::FuncOp entry) {
  mlir::Block &block = entry.getBody().front();
  unsigned numOwn = block.getNumArguments();
  llvm::BitVector free(numOwn), onDevice(numOwn);
  for (unsigned i = 0; i < numOwn; ++i)
    onDevice[i] = bool(entry.getArgAttr(i, onDeviceAttribute));
  ContentsTracker contents(block);

  llvm::SmallVector<mlir::Operation *> ops;
  for (mlir::Operation &op : block.without_terminator())
    ops.push_back(&op);
  contents.startAtTop();
  for (mlir::BlockArgument argument : block.getArguments()) {
    free[argument.getArgNumber()] =
        llvm::isa<mlir::TensorType>(argument.getType());
    contents.addArgument(argument);
  }
  for (mlir::Operation *op : ops)
    contents.visit(op);
  contents.eraseBuffers();

  for (mlir::BlockArgument argument : block.getArguments())
    contents.writeBack(argument);
  auto ret = llvm::cast<mlir::func::ReturnOp>(block.getTerminator());
  for (auto [i, result] : llvm::enumerate(ret.getOperands())) {
    onDevice.push_back(
        bool(entry.getResultAttr(unsigned(i), onDeviceAttribute)));
    auto type = llvm::cast<mlir::RankedTensorType>(result.getType());
    contents.write(
        result, block.addArgument(mlir::MemRefType::get(type.getShape(),
                                                        type.getElementType()),
                                  ret.getLoc()));
  }
  ret.getOperandsMutable().clear();
  free.resize(block.getNumArguments(), true);

  entry->removeAttr(entry.getArgAttrsAttrName());
  entry->removeAttr(entry.getResAttrsAttrName());
  entry.setFunctionType(mlir::FunctionType::get(entry.getContext(),
                                                block.getArgumentTypes(), {}));
  return {.free = std::move(free), .onDevice = std::move(onDevice)};
}

} // namespace mlirgym
