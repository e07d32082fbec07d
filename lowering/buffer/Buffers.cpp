#include "lowering/buffer/Buffers.h"

#include "lowering/module/Marks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {

BlockArgument argumentOfKernel(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return {};
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return function && !function.isPrivate() ? argument : BlockArgument();
}

Value originOf(Value buffer) {
  auto memref = dyn_cast<MemrefValue>(buffer);
  return memref ? Value(memref::skipViewLikeOps(memref)) : buffer;
}

/// True for memory that overlaps no other: arguments of a kernel, and new
/// allocations.
static bool isOwnMemory(Value origin) {
  return argumentOfKernel(origin) || origin.getDefiningOp<memref::AllocOp>() ||
         origin.getDefiningOp<memref::AllocaOp>() ||
         origin.getDefiningOp<memref::GetGlobalOp>();
}

bool mayOverlap(Value a, Value b) {
  Value originA = originOf(a), originB = originOf(b);
  return originA == originB || !isOwnMemory(originA) || !isOwnMemory(originB);
}

bool isPlainArray(MemRefType type) {
  Type element = type.getElementType();
  return type.hasStaticShape() && type.getLayout().isIdentity() &&
         !type.getMemorySpace() && element.isIntOrFloat() &&
         llvm::is_contained({8, 16, 32, 64}, element.getIntOrFloatBitWidth());
}
bool isStreamed(Value buffer) {
  BlockArgument argument = argumentOfKernel(buffer);
  return argument && cast<func::FuncOp>(argument.getOwner()->getParentOp())
                         .getArgAttr(argument.getArgNumber(), streamMark);
}

} // namespace mlirgym::lowering
