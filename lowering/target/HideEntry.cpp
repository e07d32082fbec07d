//===- lowering/target/HideEntry.cpp --------------------------------------===//
#include "lowering/target/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_HIDEENTRY
#include "lowering/target/Passes.h.inc"

namespace {
struct HideEntry final : impl::HideEntryBase<HideEntry> {
  void runOnOperation() override;
};
} // namespace

void HideEntry::runOnOperation() {
  ModuleOp module = getOperation();
  for (auto func : module.getOps<LLVM::LLVMFuncOp>()) {
    if (func.isExternal())
      continue;
    if (module.lookupSymbol("_mlir_ciface_" + func.getName().str())) {
      func.setLinkage(LLVM::Linkage::Internal);
      func.setAlwaysInline(true);
    } else if (!func->hasAttr("llvm.bareptr")) {
      continue;
    }
    for (unsigned i = 0; i < func.getNumArguments(); ++i)
      if (isa<LLVM::LLVMPointerType>(func.getArgument(i).getType()))
        func.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        UnitAttr::get(&getContext()));
  }
}
} // namespace mlirgym::lowering
