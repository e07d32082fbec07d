#include "program/Helpers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/InliningUtils.h"
#include "program/Limits.h"
#include "program/PayloadCheck.h"
#include "program/PayloadError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <iterator>

namespace mlirgym {
namespace {

/// A call, and the functions in which it is: the entry, and those that were
/// inlined there.
struct Call {
  mlir::func::CallOp op;
  llvm::SmallVector<mlir::func::FuncOp> from;
};

void collectCalls(mlir::Operation *op, const Call &within,
                  llvm::SmallVectorImpl<Call> &calls) {
  op->walk(
      [&](mlir::func::CallOp call) { calls.push_back({call, within.from}); });
}

llvm::Error badCall(mlir::func::CallOp call, const llvm::Twine &what) {
  return payloadError(call, "call of @" + call.getCallee() + ", which " + what);
}

llvm::Error checkHelper(const Call &call, mlir::func::FuncOp helper) {
  if (!helper || helper.isDeclaration())
    return badCall(call.op, "has no body; define it in the file, or remove the "
                            "call, since a payload has no side effects");
  if (llvm::is_contained(call.from, helper))
    return badCall(call.op, "calls itself; write a payload without recursion");
  return checkOneBlock(helper);
}
} // namespace

llvm::Error inlineHelpers(mlir::func::FuncOp entry) {
  const Call start = {nullptr, {entry}};
  llvm::SmallVector<Call> calls;
  collectCalls(entry, start, calls);
  if (calls.empty())
    return llvm::Error::success();

  mlir::InlinerInterface interface(entry.getContext());
  const mlir::InlinerConfig config;
  // A chain of helpers, each of which calls the next twice, is exponential.
  size_t inlined = 0;
  while (!calls.empty()) {
    Call call = calls.pop_back_val();
    auto helper =
        mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(
            call.op, call.op.getCalleeAttr());
    if (llvm::Error error = checkHelper(call, helper))
      return error;
    mlir::Block &body = helper.getBody().front();
    inlined += body.getOperations().size();
    if (inlined > maxOperations)
      return badCall(call.op, "with all others stands for more than " +
                                  llvm::Twine(maxOperations) +
                                  " operations; split the program");
    call.from.push_back(helper);
    mlir::Operation *before = call.op->getPrevNode();
    mlir::Operation *after = call.op->getNextNode();
    if (mlir::failed(mlir::inlineCall(interface, config.getCloneCallback(),
                                      call.op, helper, &helper.getBody())))
      return badCall(call.op, "cannot be inlined; write its operations in "
                              "place of the call");
    mlir::Block *block = after->getBlock();
    auto begin = before ? std::next(before->getIterator()) : block->begin();
    for (mlir::Operation &op : llvm::make_early_inc_range(
             llvm::make_range(begin, after->getIterator())))
      if (&op != call.op.getOperation())
        collectCalls(&op, call, calls);
    call.op.erase();
  }
  return llvm::Error::success();
}

} // namespace mlirgym
