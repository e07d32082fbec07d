#include "lowering/buffer/Buffers.h"

#include "lowering/module/Marks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

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

/// True if the operation makes its operand accessible other than through its
/// results.
static bool passesOn(Operation *user, Value buffer) {
  if (user->hasTrait<OpTrait::IsTerminator>() || isa<memref::ReallocOp>(user))
    return true;
  auto store = dyn_cast<memref::StoreOp>(user);
  return store && store.getValueToStore() == buffer;
}

bool collectUsers(Value buffer, llvm::SmallVectorImpl<Operation *> &users) {
  llvm::SmallVector<Value> views{buffer};
  while (!views.empty()) {
    Value view = views.pop_back_val();
    for (Operation *user : view.getUsers()) {
      if (passesOn(user, view))
        return false;
      users.push_back(user);
      for (Value result : user->getResults())
        if (isa<BaseMemRefType>(result.getType()))
          views.push_back(result);
    }
  }
  return true;
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
