#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/STLExtras.h"

namespace mlirgym {

static bool isDynamic(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  return shaped && shaped.hasRank() && !shaped.hasStaticShape();
}

/// Returns what is cast to a dynamic shape as it is.
static void returnStatic(mlir::func::FuncOp entry) {
  auto result = llvm::dyn_cast<mlir::func::ReturnOp>(
      entry.getBody().back().getTerminator());
  if (!result)
    return;
  for (mlir::OpOperand &value : result->getOpOperands())
    if (auto cast = value.get().getDefiningOp<mlir::tensor::CastOp>();
        cast && !isDynamic(cast.getSource().getType()))
      value.set(cast.getSource());
  eraseUnused(entry);
  entry.setFunctionType(mlir::FunctionType::get(
      entry.getContext(), entry.getArgumentTypes(), result.getOperandTypes()));
}

void settleShapes(mlir::func::FuncOp entry) {
  const mlir::WalkResult walk = entry.walk([](mlir::Operation *op) {
    return llvm::any_of(op->getResultTypes(), isDynamic)
               ? mlir::WalkResult::interrupt()
               : mlir::WalkResult::advance();
  });
  if (!walk.wasInterrupted() ||
      llvm::any_of(entry.getArgumentTypes(), isDynamic))
    return;
  // No pattern of MLIR's does this, since the extents of parts need not be
  // known.
  entry.walk([](mlir::tensor::ConcatOp concat) {
    for (mlir::OpOperand &part : concat->getOpOperands())
      if (auto cast = part.get().getDefiningOp<mlir::tensor::CastOp>();
          cast && !isDynamic(cast.getSource().getType()))
        part.set(cast.getSource());
  });
  mlir::PassManager passes(entry.getContext(),
                           mlir::func::FuncOp::getOperationName());
  passes.addPass(mlir::createConvertElementwiseToLinalgPass());
  // A shape becomes known after the ones that it depends on.
  passes.addPass(mlir::createCompositeFixedPointPass(
      "shapes", [](mlir::OpPassManager &steps) {
        steps.addPass(mlir::memref::createResolveShapedTypeResultDimsPass());
        steps.addPass(mlir::createCanonicalizerPass());
        steps.addPass(mlir::createCSEPass());
      }));
  // What stays dynamic is refused by checkPayload(), with its line.
  (void)passes.run(entry);
  returnStatic(entry);
}

} // namespace mlirgym
