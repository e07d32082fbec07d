#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

namespace tensor = mlir::tensor;

/// True if no element of the tensor has been written.
static bool isUnwritten(mlir::Value value) {
  while (mlir::Operation *def = value.getDefiningOp()) {
    if (llvm::isa<tensor::EmptyOp>(def))
      return true;
    if (!llvm::isa<tensor::CastOp, tensor::CollapseShapeOp,
                   tensor::ExpandShapeOp, tensor::ExtractSliceOp,
                   tensor::ReshapeOp>(def))
      return false;
    value = def->getOperand(0);
  }
  return false;
}

/// True if the result of the operation, or an output, depends on the elements
/// of the operand.
static bool isRead(mlir::OpOperand &use) {
  mlir::Operation *op = use.getOwner();
  if (auto structured = llvm::dyn_cast<mlir::linalg::LinalgOp>(op))
    return structured.payloadUsesValueFromOperand(&use);
  if (auto write =
          llvm::dyn_cast<mlir::bufferization::MaterializeInDestinationOp>(op))
    return use.get() == write.getSource();
  return llvm::isa<tensor::ConcatOp, tensor::ExtractOp, tensor::PadOp>(op) ||
         mlir::OpTrait::hasElementwiseMappableTraits(op);
}

llvm::Error checkElementsAreDefined(mlir::func::FuncOp entry) {
  mlir::Operation *bad = nullptr;
  entry.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    const bool readsNothing =
        llvm::any_of(op->getOpOperands(), [](mlir::OpOperand &use) {
          return isUnwritten(use.get()) && isRead(use);
        });
    if (readsNothing)
      bad = op;
    return bad ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  if (!bad)
    return llvm::Error::success();
  if (llvm::isa<mlir::bufferization::MaterializeInDestinationOp>(bad))
    return payloadError(bad, "nothing is written to this tensor, which is a "
                             "result, so that its elements are undefined; "
                             "compute it, or leave it out");
  return payloadError(bad, "'" + bad->getName().getStringRef() +
                               "' reads a new tensor, whose elements are "
                               "undefined; fill it first (linalg.fill), or "
                               "make it an argument");
}

} // namespace mlirgym
