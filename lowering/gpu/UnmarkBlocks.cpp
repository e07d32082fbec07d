//===- lowering/gpu/UnmarkBlocks.cpp --------------------------------------===//
#include "lowering/gpu/Passes.h"
#include "lowering/module/GpuMapping.h"
#include "lowering/module/Marks.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_UNMARKBLOCKS
#include "lowering/gpu/Passes.h.inc"

namespace {
struct UnmarkBlocks final : impl::UnmarkBlocksBase<UnmarkBlocks> {
  void runOnOperation() override {
    getOperation().walk([](linalg::LinalgOp op) {
      if (!isInThread(op) || op.hasDynamicShape())
        op->removeAttr(vectorizeMark);
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
