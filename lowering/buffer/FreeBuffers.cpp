//===- lowering/buffer/FreeBuffers.cpp ------------------------------------===//
#include "lowering/buffer/Buffers.h"
#include "lowering/buffer/Passes.h"
#include "lowering/module/Rewrite.h"

#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_FREEBUFFERS
#include "lowering/buffer/Passes.h.inc"

namespace {

/// The returns of a function, if each of them comes after `block`, which runs
/// once.
llvm::SmallVector<Operation *> returnsAfter(Block *block,
                                            const DominanceInfo &dominance) {
  llvm::SmallVector<Operation *> returns;
  auto function = dyn_cast<func::FuncOp>(block->getParentOp());
  if (!function || block->isReachable(block))
    return returns;
  for (func::ReturnOp each : function.getOps<func::ReturnOp>()) {
    if (!dominance.dominates(block, each->getBlock()))
      return {};
    returns.push_back(each);
  }
  return returns;
}

/// The operations before which a buffer is freed; empty if they cannot be
/// determined.
llvm::SmallVector<Operation *> endsOf(memref::AllocOp alloc,
                                      const DominanceInfo &dominance) {
  llvm::SmallVector<Operation *> users;
  if (!collectUsers(alloc, users))
    return {};
  Block *block = alloc->getBlock();
  llvm::SmallVector<Operation *> ends = returnsAfter(block, dominance);
  if (!ends.empty())
    return ends;
  const bool isLocal = llvm::all_of(users, [&](Operation *user) {
    // An address may be used in any block.
    return block->findAncestorOpInBlock(*user) &&
           !isa<memref::ExtractAlignedPointerAsIndexOp,
                UnrealizedConversionCastOp>(user);
  });
  if (isLocal)
    ends.push_back(block->getTerminator());
  return ends;
}

/// False, without a change, if the end of a buffer cannot be determined.
bool freeAll(ModuleOp module) {
  const DominanceInfo dominance(module);
  llvm::SmallVector<std::pair<memref::AllocOp, Operation *>> places;
  const WalkResult all = module.walk([&](memref::AllocOp alloc) {
    const llvm::SmallVector<Operation *> ends = endsOf(alloc, dominance);
    for (Operation *end : ends)
      places.emplace_back(alloc, end);
    return ends.empty() ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (all.wasInterrupted())
    return false;
  for (auto [alloc, end] : places) {
    OpBuilder builder(end);
    memref::DeallocOp::create(builder, alloc.getLoc(), alloc);
  }
  return true;
}

OpPassManager upstreamPipeline() {
  OpPassManager passes(ModuleOp::getOperationName());
  bufferization::buildBufferDeallocationPipeline(passes, {});
  return passes;
}

struct FreeBuffers final : impl::FreeBuffersBase<FreeBuffers> {
  void getDependentDialects(DialectRegistry &registry) const override {
    upstreamPipeline().getDependentDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (contains(module, llvm::IsaPred<memref::DeallocOp>) || freeAll(module))
      return;
    OpPassManager passes = upstreamPipeline();
    if (failed(runPipeline(passes, module)))
      signalPassFailure();
  }
};
} // namespace
} // namespace mlirgym::lowering
