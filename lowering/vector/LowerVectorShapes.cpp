//===- lowering/vector/LowerVectorShapes.cpp ------------------------------===//
#include "lowering/module/Rewrite.h"
#include "lowering/vector/Passes.h"
#include "lowering/vector/UnsplitVectors.h"

#include "mlir/Rewrite/FrozenRewritePatternSet.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_LOWERVECTORSHAPES
#include "lowering/vector/Passes.h.inc"

namespace {
struct LowerVectorShapes final
    : impl::LowerVectorShapesBase<LowerVectorShapes> {
  LogicalResult initialize(MLIRContext *context) override {
    patterns = shapePatterns(context);
    return success();
  }
  void runOnOperation() override {
    if (hasUnsplitVectors(getOperation()))
      applyAll(getOperation(), patterns);
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace
} // namespace mlirgym::lowering
