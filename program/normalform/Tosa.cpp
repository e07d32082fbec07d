#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "program/ProgramLoader.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadParser.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

llvm::Error lowerTosa(mlir::func::FuncOp entry) {
  const mlir::WalkResult walk = entry.walk([](mlir::Operation *op) {
    return llvm::isa<mlir::tosa::TosaDialect>(op->getDialect())
               ? mlir::WalkResult::interrupt()
               : mlir::WalkResult::advance();
  });
  if (!walk.wasInterrupted())
    return llvm::Error::success();
  mlir::PassManager passes(entry.getContext(),
                           mlir::func::FuncOp::getOperationName());
  // Arguments may have got shapes: see fixShapes().
  passes.addPass(mlir::tosa::createTosaInferShapesPass());
  // Control flow and scatters first: the second conversion refuses them.
  passes.addPass(mlir::createTosaToSCFPass());
  passes.addPass(mlir::tosa::createTosaToLinalgNamed());
  passes.addPass(mlir::tosa::createTosaToLinalg());
  passes.addPass(mlir::createTosaToArithPass());
  passes.addPass(mlir::createTosaToTensorPass());
  const FirstDiagnostic error(*entry.getContext());
  if (mlir::failed(passes.run(entry)))
    return llvm::make_error<ProgramError>(
        error.place + ": " + error.what +
        "; write the operation as linalg on tensors");
  expandIndices(entry);
  eraseUnused(entry);
  return llvm::Error::success();
}

} // namespace mlirgym
