#include "lowering/gpu/SharedMemory.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace mlirgym::lowering {

Value rootOf(Value view) {
  return memref::skipViewLikeOps(cast<MemrefValue>(view));
}

int64_t bytesOf(MemRefType type) {
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

static Attribute spaceOf(MLIRContext *context) {
  return IntegerAttr::get(IntegerType::get(context, 64), sharedSpace);
}

bool isShared(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return type && type.getMemorySpaceAsInt() == sharedSpace;
}

Value addSharedBuffer(gpu::LaunchOp launch, ArrayRef<int64_t> shape,
                      Type element, Location loc) {
  return launch.addWorkgroupAttribution(
      MemRefType::get(shape, element, MemRefLayoutAttrInterface(),
                      spaceOf(launch.getContext())),
      loc);
}

int64_t sharedBytes(MemRefType type) {
  return llvm::alignTo(bytesOf(type), sharedAlignment);
}

int64_t sharedBytes(gpu::LaunchOp launch) {
  int64_t bytes = 0;
  for (BlockArgument buffer : launch.getWorkgroupAttributions())
    bytes += sharedBytes(cast<MemRefType>(buffer.getType()));
  return bytes;
}

void replaceBuffer(RewriterBase &rewriter, Value from, Value to) {
  OpBuilder::InsertionGuard guard(rewriter);
  for (OpOperand &use : llvm::make_early_inc_range(from.getUses())) {
    Operation *user = use.getOwner();
    if (auto view = dyn_cast<memref::SubViewOp>(user)) {
      rewriter.setInsertionPoint(view);
      auto type = memref::SubViewOp::inferRankReducedResultType(
          view.getType().getShape(), cast<MemRefType>(to.getType()),
          view.getMixedOffsets(), view.getMixedSizes(), view.getMixedStrides());
      Value replaced = memref::SubViewOp::create(
          rewriter, view.getLoc(), type, to, view.getMixedOffsets(),
          view.getMixedSizes(), view.getMixedStrides());
      replaceBuffer(rewriter, view, replaced);
      rewriter.eraseOp(view);
    } else {
      rewriter.modifyOpInPlace(user, [&] { use.set(to); });
    }
  }
}
} // namespace mlirgym::lowering
