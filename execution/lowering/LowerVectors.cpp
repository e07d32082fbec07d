//===- execution/lowering/LowerVectors.cpp - Vectors that strips leave ----===//
#include "execution/lowering/Passes.h"
#include "execution/lowering/Rewrite.h"
#include "execution/lowering/StridedTransfers.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorTransforms.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_LOWERVECTORS
#define GEN_PASS_DEF_LOWERVECTORSHAPES
#include "execution/lowering/Passes.h.inc"

namespace {

/// True if there are vectors of a rank other than one, or ops on vectors
/// without a counterpart in LLVM.
bool hasUnsplitVectors(func::FuncOp func) {
  auto isUnsplit = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.getRank() != 1;
  };
  return contains(func, [&](Operation *op) {
    return isa<VectorTransferOpInterface, vector::CreateMaskOp,
               vector::ConstantMaskOp, vector::ShapeCastOp,
               vector::InsertStridedSliceOp, vector::ExtractStridedSliceOp,
               vector::StepOp, vector::MaskOp>(op) ||
           llvm::any_of(op->getResultTypes(), isUnsplit) ||
           llvm::any_of(op->getOperandTypes(), isUnsplit);
  });
}

FrozenRewritePatternSet shapePatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  vector::populateVectorMaskOpLoweringPatterns(patterns);
  vector::populateVectorOuterProductLoweringPatterns(patterns, 1);
  vector::populateVectorTransposeLoweringPatterns(
      patterns, vector::VectorTransposeLowering::Shuffle16x16, 1);
  vector::populateVectorShapeCastLoweringPatterns(patterns, 1);
  vector::populateVectorBroadcastLoweringPatterns(patterns, 1);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  vector::populateVectorStepLoweringPatterns(patterns, 1);
  vector::populateVectorMaskMaterializationPatterns(
      patterns, /*force32BitVectorIndices=*/true);
  return patterns;
}

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
