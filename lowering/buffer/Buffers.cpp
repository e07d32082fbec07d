#include "lowering/buffer/Buffers.h"

#include "lowering/module/Marks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
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
