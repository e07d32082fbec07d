//===- lowering/target/GpuBuffers.cpp -------------------------------------===//
#include "lowering/target/LlvmRewrites.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace mlirgym::lowering {

/// Maximum bytes of a load or store; drivers align every allocation to more.
static constexpr unsigned bytesAtOnce = 16;

static bool isOnlyRead(Argument &buffer) {
  SmallVector<Value *> addresses = {&buffer};
  SmallPtrSet<Value *, 8> seen;
  while (!addresses.empty()) {
    Value *address = addresses.pop_back_val();
    if (!seen.insert(address).second)
      continue;
    for (User *user : address->users()) {
      if (isa<LoadInst>(user))
        continue;
      if (!isa<GetElementPtrInst, AddrSpaceCastInst, PHINode, SelectInst>(user))
        return false;
      addresses.push_back(user);
    }
  }
  return true;
}

void describeGpuBuffers(Function &function) {
  if (function.getCallingConv() != CallingConv::PTX_Kernel ||
      function.isDeclaration())
    return;
  for (Argument &buffer : function.args()) {
    if (!buffer.getType()->isPointerTy())
      continue;
    // Both are needed for loads that pass stores (`ld.global.nc`).
    if (isOnlyRead(buffer)) {
      buffer.addAttr(Attribute::NoAlias);
      buffer.addAttr(Attribute::ReadOnly);
    }
    IRBuilder<> builder(&function.getEntryBlock(),
                        function.getEntryBlock().getFirstInsertionPt());
    Value *global = builder.CreateAddrSpaceCast(
        &buffer, builder.getPtrTy(NVPTXAS::ADDRESS_SPACE_GLOBAL));
    builder.CreateAlignmentAssumption(function.getDataLayout(), global,
                                      bytesAtOnce);
    Value *generic = builder.CreateAddrSpaceCast(global, buffer.getType());
    buffer.replaceUsesWithIf(generic,
                             [&](Use &use) { return use.getUser() != global; });
  }
}
} // namespace mlirgym::lowering
