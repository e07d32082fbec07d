//===- lowering/module/Cleanup.cpp ----------------------------------------===//
#include "lowering/module/Canonical.h"
#include "lowering/module/Passes.h"

#include "mlir/Rewrite/FrozenRewritePatternSet.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_CLEANUP
#include "lowering/module/Passes.h.inc"

namespace {
struct Cleanup final : impl::CleanupBase<Cleanup> {
  LogicalResult initialize(MLIRContext *context) override {
    patterns = canonicalPatterns(*context);
    return success();
  }
  void runOnOperation() override { cleanUp(getOperation(), patterns); }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace
} // namespace mlirgym::lowering
