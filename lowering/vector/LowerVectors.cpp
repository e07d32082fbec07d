//===- lowering/vector/LowerVectors.cpp -----------------------------------===//
#include "lowering/buffer/StridedTransfers.h"
#include "lowering/module/Rewrite.h"
#include "lowering/vector/Passes.h"
#include "lowering/vector/UnsplitVectors.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorTransforms.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_LOWERVECTORS
#include "lowering/vector/Passes.h.inc"

namespace {

FrozenRewritePatternSet contractionPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  vector::populateVectorMaskOpLoweringPatterns(patterns);
  vector::populateVectorContractLoweringPatterns(
      patterns, vector::VectorContractLowering::OuterProduct, 1);
  vector::populateVectorMultiReductionLoweringPatterns(
      patterns, vector::VectorMultiReductionLowering::InnerParallel, 1);
  vector::populateVectorTransferPermutationMapLoweringPatterns(patterns);
  vector::populateVectorOuterProductLoweringPatterns(patterns, 1);
  return patterns;
}

FrozenRewritePatternSet transferPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  VectorTransferToSCFOptions options;
  options.enableFullUnroll(true);
  populateVectorToSCFConversionPatterns(patterns, options);
  populateStridedTransferPatterns(patterns);
  return patterns;
}

FrozenRewritePatternSet loadAndStorePatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  populateStridedTransferPatterns(patterns);
  vector::populateVectorTransferLoweringPatterns(patterns, 1);
  return patterns;
}

struct LowerVectors final : impl::LowerVectorsBase<LowerVectors> {
  LogicalResult initialize(MLIRContext *context) override {
    // Applied in this order: each set creates ops that the next set lowers.
    sets = {contractionPatterns(context), shapePatterns(context),
            transferPatterns(context), loadAndStorePatterns(context)};
    return success();
  }
  void runOnOperation() override {
    if (hasUnsplitVectors(getOperation()))
      for (const FrozenRewritePatternSet &patterns : sets)
        applyAll(getOperation(), patterns);
  }

private:
  SmallVector<FrozenRewritePatternSet> sets;
};
} // namespace
} // namespace mlirgym::lowering
