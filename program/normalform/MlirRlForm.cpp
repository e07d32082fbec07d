#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

static constexpr llvm::StringLiteral timerName = "nanoTime";

/// Values that are computed from calls of the timer alone. Uses come after
/// definitions, so one pass is enough.
static llvm::DenseSet<mlir::Value> timesIn(mlir::ModuleOp module) {
  llvm::DenseSet<mlir::Value> times;
  auto isTime = [&](mlir::Value value) { return times.contains(value); };
  module.walk([&](mlir::Operation *op) {
    auto call = llvm::dyn_cast<mlir::func::CallOp>(op);
    if (call ? call.getCallee() == timerName
             : llvm::isa<mlir::arith::SubIOp>(op) &&
                   llvm::all_of(op->getOperands(), isTime))
      for (mlir::Value result : op->getResults())
        times.insert(result);
  });
  return times;
}

static void dropTimeResults(mlir::func::FuncOp func,
                            const llvm::DenseSet<mlir::Value> &times) {
  auto ret =
      llvm::cast<mlir::func::ReturnOp>(func.getBody().front().getTerminator());
  llvm::SmallVector<mlir::Value> kept;
  llvm::SmallVector<mlir::Type> types;
  for (mlir::Value value : ret.getOperands()) {
    if (times.contains(value))
      continue;
    kept.push_back(value);
    types.push_back(value.getType());
  }
  ret.getOperandsMutable().assign(kept);
  // Result attributes (which the data set does not have) would no longer match.
  func->removeAttr(func.getResAttrsAttrName());
  func.setFunctionType(mlir::FunctionType::get(
      func.getContext(), func.getFunctionType().getInputs(), types));
}

llvm::Error stripTiming(mlir::ModuleOp module) {
  auto timer = module.lookupSymbol<mlir::func::FuncOp>(timerName);
  if (!timer || !timer.isDeclaration())
    return llvm::Error::success();
  const llvm::DenseSet<mlir::Value> times = timesIn(module);
  for (auto func : module.getOps<mlir::func::FuncOp>())
    if (func.getBody().hasOneBlock() &&
        llvm::isa<mlir::func::ReturnOp>(func.getBody().front().getTerminator()))
      dropTimeResults(func, times);

  // In reverse order, so that erased operations have no uses.
  llvm::SmallVector<mlir::Operation *> timing;
  module.walk([&](mlir::Operation *op) {
    if (op->getNumResults() == 1 && times.contains(op->getResult(0)))
      timing.push_back(op);
  });
  for (mlir::Operation *op : llvm::reverse(timing)) {
    if (!op->use_empty())
      return payloadError(op, "the time of @nanoTime is used in the payload; "
                              "only return it, or remove the timing code");
    op->erase();
  }
  timer.erase();
  return llvm::Error::success();
}

} // namespace mlirgym
