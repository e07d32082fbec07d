#include "program/normalform/Helpers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/InliningUtils.h"
#include "program/Limits.h"
#include "program/Try.h"
#include "program/payload/PayloadCheck.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <iterator>
#include <vector>

namespace mlirgym {
namespace {

using Calls = llvm::SmallVector<mlir::func::CallOp>;

void collectCalls(mlir::Operation *op, Calls &calls) {
  op->walk([&](mlir::func::CallOp call) { calls.push_back(call); });
}

mlir::func::FuncOp helperOf(mlir::func::CallOp call) {
  return mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(
      call, call.getCalleeAttr());
}

llvm::Error badCall(mlir::func::CallOp call, const llvm::Twine &what) {
  return payloadError(call, "call of @" + call.getCallee() + ", which " + what);
}

/// A function whose calls are being checked.
struct Visit {
  mlir::func::FuncOp function;
  Calls calls;
  size_t checked = 0;
  /// Number of operations of a helper after its calls are expanded.
  size_t size = 0;

  Visit(mlir::func::FuncOp visited, size_t beside)
      : function(visited), size(beside) {
    collectCalls(function, calls);
  }
};

/// Checks all calls, each function once: a chain of helpers, each of which
/// calls the next twice, stands for exponentially many operations.
llvm::Error checkCalls(mlir::func::FuncOp entry) {
  llvm::DenseMap<mlir::Operation *, size_t> sizes;
  llvm::DenseSet<mlir::Operation *> open;
  std::vector<Visit> visits; // no recursion: chains may be long
  auto begin = [&](mlir::func::FuncOp function, size_t beside) {
    open.insert(function);
    visits.emplace_back(function, beside);
  };
  begin(entry, 0);
  while (!visits.empty()) {
    Visit &visit = visits.back();
    if (visit.checked == visit.calls.size()) {
      open.erase(visit.function);
      sizes[visit.function] = visit.size;
      visits.pop_back();
      continue;
    }
    mlir::func::CallOp call = visit.calls[visit.checked];
    mlir::func::FuncOp helper = helperOf(call);
    if (auto known = sizes.find(helper); helper && known != sizes.end()) {
      ++visit.checked;
      visit.size += known->second;
      if (visit.size > maxOperations)
        return badCall(call, "with all others stands for more than " +
                                 llvm::Twine(maxOperations) +
                                 " operations; split the program");
      continue;
    }
    if (!helper || helper.isDeclaration())
      return badCall(call, "has no body; define it in the file, or remove the "
                           "call, since a payload has no side effects");
    if (open.contains(helper))
      return badCall(call, "calls itself; write a payload without recursion");
    MLIRGYM_TRY_TO(checkOneBlock(helper));
    begin(helper, helper.getBody().front().getOperations().size());
  }
  return llvm::Error::success();
}
} // namespace

llvm::Error inlineHelpers(mlir::func::FuncOp entry) {
  Calls calls;
  collectCalls(entry, calls);
  if (calls.empty())
    return llvm::Error::success();
  MLIRGYM_TRY_TO(checkCalls(entry));
  mlir::InlinerInterface interface(entry.getContext());
  const mlir::InlinerConfig config;
  while (!calls.empty()) {
    mlir::func::CallOp call = calls.pop_back_val();
    mlir::func::FuncOp helper = helperOf(call);
    mlir::Operation *before = call->getPrevNode();
    mlir::Operation *after = call->getNextNode();
    if (mlir::failed(mlir::inlineCall(interface, config.getCloneCallback(),
                                      call, helper, &helper.getBody())))
      return badCall(call, "cannot be inlined; write its operations in "
                           "place of the call");
    mlir::Block *block = after->getBlock();
    auto begin = before ? std::next(before->getIterator()) : block->begin();
    for (mlir::Operation &op : llvm::make_early_inc_range(
             llvm::make_range(begin, after->getIterator())))
      if (&op != call.getOperation())
        collectCalls(&op, calls);
    call.erase();
  }
  return llvm::Error::success();
}

} // namespace mlirgym
