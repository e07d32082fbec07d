#include "lowering/gpu/ReuseBuffers.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// True if all uses of the buffer and of its views, but those by `op`, are
/// before it (after it), and in its block or in operations of its block.
bool isOnlyUsed(Value buffer, Operation *op, bool before) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
    if (!inBlock)
      return false;
    if (inBlock != op && inBlock->isBeforeInBlock(op) != before)
      return false;
    auto view = dyn_cast<ViewLikeOpInterface>(user);
    return !view || isOnlyUsed(user->getResult(0), op, before);
  });
}

/// The new buffer that an operand is; null if it is none, or the operation does
/// not access all of it in order.
memref::AllocOp bufferOf(linalg::LinalgOp op, OpOperand &operand) {
  auto buffer = operand.get().getDefiningOp<memref::AllocOp>();
  return buffer && buffer->getBlock() == op->getBlock() &&
                 op.getMatchingIndexingMap(&operand).isIdentity()
             ? buffer
             : nullptr;
}

/// The input in whose buffer the result can be computed.
memref::AllocOp reusable(linalg::LinalgOp op, memref::AllocOp result) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto buffer = bufferOf(op, *input);
    if (buffer && buffer != result && buffer.getType() == result.getType() &&
        isOnlyUsed(buffer, op, /*before=*/true))
      return buffer;
  }
  return nullptr;
}
} // namespace

void reuseBuffers(RewriterBase &rewriter, gpu::LaunchOp launch) {
  launch.walk([&](linalg::LinalgOp op) {
    if (op.getNumReductionLoops() > 0 || op.getNumDpsInits() != 1)
      return;
    auto result = bufferOf(op, *op.getDpsInitOperand(0));
    if (!result || !isOnlyUsed(result, op, /*before=*/false))
      return;
    if (auto buffer = reusable(op, result))
      rewriter.replaceOp(result, buffer);
  });
}
} // namespace mlirgym::lowering
