//===- lowering/target/PermitTiles.cpp ------------------------------------===//
#include "lowering/module/Rewrite.h"
#include "lowering/target/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_PERMITTILES
#include "lowering/target/Passes.h.inc"

namespace {
constexpr StringLiteral permittedName = "mlirgym.tiles_permitted";

bool usesTiles(Operation *op) {
  auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
  return call && call.getIntrin().starts_with("llvm.x86.tile");
}

/// `arch_prctl(ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA)` unless `flag` is set,
/// which is then set (Linux, Documentation/arch/x86/xstate.rst). Threads of a
/// process share the permission, and asking twice does no harm.
void ask(LLVM::LLVMFuncOp function, LLVM::GlobalOp flag) {
  constexpr int64_t archPrctl = 158, request = 0x1023, tileData = 18;
  Location loc = function.getLoc();
  Block *start = &function.getBody().front();
  Block *rest = start->splitBlock(start->begin());
  Block *asking = new Block;
  function.getBody().getBlocks().insert(rest->getIterator(), asking);
  OpBuilder at = OpBuilder::atBlockEnd(start);
  auto byte = at.getI8Type();
  auto word = at.getI64Type();
  Value address = LLVM::AddressOfOp::create(at, loc, flag);
  auto load = LLVM::LoadOp::create(at, loc, byte, address, /*alignment=*/1,
                                   /*isVolatile=*/false, false, false, false,
                                   LLVM::AtomicOrdering::monotonic);
  Value zero = LLVM::ConstantOp::create(at, loc, byte, 0);
  Value isSet =
      LLVM::ICmpOp::create(at, loc, LLVM::ICmpPredicate::ne, load, zero);
  LLVM::CondBrOp::create(at, loc, isSet, rest, asking);
  at.setInsertionPointToEnd(asking);
  SmallVector<Value> arguments;
  for (int64_t value : {archPrctl, request, tileData})
    arguments.push_back(LLVM::ConstantOp::create(at, loc, word, value));
  LLVM::InlineAsmOp::create(
      at, loc, TypeRange(word), arguments, "syscall",
      "={rax},{rax},{rdi},{rsi},~{rcx},~{r11},~{memory}",
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None,
      LLVM::AsmDialectAttr::get(at.getContext(), LLVM::AsmDialect::AD_ATT),
      ArrayAttr());
  LLVM::StoreOp::create(at, loc, LLVM::ConstantOp::create(at, loc, byte, 1),
                        address, /*alignment=*/1, false, false, false,
                        LLVM::AtomicOrdering::monotonic);
  LLVM::BrOp::create(at, loc, rest);
}

struct PermitTiles final : impl::PermitTilesBase<PermitTiles> {
  void runOnOperation() override;
};
} // namespace

void PermitTiles::runOnOperation() {
  ModuleOp module = getOperation();
  if (!contains(module, usesTiles))
    return;
  OpBuilder at = OpBuilder::atBlockBegin(module.getBody());
  auto flag = LLVM::GlobalOp::create(
      at, module.getLoc(), at.getI8Type(), /*isConstant=*/false,
      LLVM::Linkage::Internal, permittedName, at.getI8IntegerAttr(0));
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal() &&
        (function.getName().starts_with("_mlir_ciface_") ||
         function->hasAttr("llvm.bareptr")))
      ask(function, flag);
}
} // namespace mlirgym::lowering
