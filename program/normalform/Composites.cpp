#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "program/normalform/Normalize.h"
#include "program/normalform/Sorting.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mlirgym {
namespace {

namespace affine = mlir::affine;
namespace arith = mlir::arith;
namespace linalg = mlir::linalg;
namespace tensor = mlir::tensor;

/// The body of a gather: the element of the source at the indices of `op` that
/// belong to the element of the result.
void gatherElement(mlir::OpBuilder &builder, mlir::Location loc,
                   tensor::GatherOp op) {
  const int64_t numBatches = op.getIndicesType().getRank() - 1,
                rank = op.getSourceType().getRank();
  auto loop = [&](int64_t number) -> mlir::Value {
    return linalg::IndexOp::create(builder, loc, number);
  };
  llvm::SmallVector<mlir::Value> position, place;
  for (int64_t i = 0; i < numBatches; ++i)
    position.push_back(loop(i));
  position.push_back(nullptr);
  const bool keepsUnits = op.getResultType().getRank() == numBatches + rank;
  int64_t next = numBatches;
  for (int64_t dim = 0; dim < rank; ++dim) {
    const auto *gathered = llvm::find(op.getGatherDims(), dim);
    if (gathered == op.getGatherDims().end()) {
      place.push_back(loop(next++));
      continue;
    }
    next += keepsUnits;
    position.back() = arith::ConstantIndexOp::create(
        builder, loc, gathered - op.getGatherDims().begin());
    mlir::Value index =
        tensor::ExtractOp::create(builder, loc, op.getIndices(), position);
    if (!index.getType().isIndex())
      index = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                         index);
    place.push_back(index);
  }
  mlir::Value element =
      tensor::ExtractOp::create(builder, loc, op.getSource(), place);
  linalg::YieldOp::create(builder, loc, element);
}

mlir::LogicalResult decompose(tensor::GatherOp op, mlir::IRRewriter &rewriter) {
  mlir::RankedTensorType type = op.getResultType();
  if (!type.hasStaticShape())
    return mlir::failure();
  mlir::Value empty = tensor::EmptyOp::create(
      rewriter, op.getLoc(), type.getShape(), type.getElementType());
  const llvm::SmallVector<mlir::AffineMap> maps = {
      rewriter.getMultiDimIdentityMap(unsigned(type.getRank()))};
  const llvm::SmallVector<mlir::utils::IteratorType> loops(
      size_t(type.getRank()), mlir::utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, op.getLoc(), mlir::TypeRange(type), mlir::ValueRange(),
      mlir::ValueRange(empty), maps, loops,
      [&](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange) {
        gatherElement(builder, loc, op);
      });
  rewriter.replaceOp(op, generic);
  return mlir::success();
}

mlir::LogicalResult decompose(linalg::AggregatedOpInterface op,
                              mlir::IRRewriter &rewriter) {
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> values =
      op.decomposeOperation(rewriter);
  if (mlir::failed(values))
    return mlir::failure();
  rewriter.replaceOp(op, *values);
  return mlir::success();
}

mlir::LogicalResult decompose(mlir::Operation *op, mlir::IRRewriter &rewriter) {
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<mlir::BaseMemRefType>))
    return mlir::failure();
  rewriter.setInsertionPoint(op);
  if (isOfTmTensor(op))
    return decomposeTmTensor(op, rewriter);
  return llvm::TypeSwitch<mlir::Operation *, mlir::LogicalResult>(op)
      .Case<linalg::PackOp>(
          [&](auto pack) { return linalg::lowerPack(rewriter, pack); })
      .Case<linalg::UnPackOp>(
          [&](auto unpack) { return linalg::lowerUnPack(rewriter, unpack); })
      .Case<linalg::AggregatedOpInterface, tensor::GatherOp>(
          [&](auto composite) { return decompose(composite, rewriter); });
}

} // namespace

bool isComposite(mlir::Operation *op) {
  return isOfTmTensor(op) ||
         llvm::isa<linalg::AggregatedOpInterface, linalg::PackOp,
                   linalg::UnPackOp, tensor::GatherOp>(op);
}

llvm::Error decomposeComposites(mlir::Operation *root) {
  llvm::SmallVector<mlir::Operation *> composites;
  root->walk([&](mlir::Operation *op) {
    if (isComposite(op))
      composites.push_back(op);
  });
  mlir::IRRewriter rewriter(root->getContext());
  for (mlir::Operation *op : composites)
    if (mlir::failed(decompose(op, rewriter)))
      return payloadError(op, "'" + op->getName().getStringRef() +
                                  "' cannot be decomposed; write it on tensors "
                                  "of static shape, or as linalg.generic "
                                  "operations");
  return llvm::Error::success();
}

/// A static result shape does not need the shape operand, whose elements may be
/// indices, a type that arguments cannot have.
static void fixShapeOf(tensor::ReshapeOp op) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(op.getType());
  if (!type || !type.hasStaticShape() ||
      !mlir::getElementTypeOrSelf(op.getShape().getType()).isIndex())
    return;
  mlir::OpBuilder builder(op);
  op.getShapeMutable().assign(arith::ConstantOp::create(
      builder, op.getLoc(), builder.getI64TensorAttr(type.getShape())));
}

void expandIndices(mlir::func::FuncOp entry) {
  llvm::SmallVector<mlir::Operation *> indices;
  entry.walk([&](mlir::Operation *op) {
    if (auto reshape = llvm::dyn_cast<tensor::ReshapeOp>(op))
      fixShapeOf(reshape);
    if (llvm::isa<affine::AffineApplyOp, affine::AffineMinOp,
                  affine::AffineMaxOp, affine::AffineDelinearizeIndexOp,
                  affine::AffineLinearizeIndexOp>(op))
      indices.push_back(op);
  });
  if (indices.empty())
    return;
  mlir::RewritePatternSet patterns(entry.getContext());
  mlir::populateAffineToStdConversionPatterns(patterns);
  affine::populateAffineExpandIndexOpsPatterns(patterns);
  // checkPayload() rejects the remaining operations.
  (void)mlir::applyOpPatternsGreedily(indices, std::move(patterns));
}

} // namespace mlirgym
