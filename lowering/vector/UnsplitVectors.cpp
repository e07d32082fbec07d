#include "lowering/vector/UnsplitVectors.h"

#include "lowering/module/Rewrite.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorTransforms.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {

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

} // namespace mlirgym::lowering
