//===- execution/lowering/MissingMath.cpp ---------------------------------===//
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

Value constant(PatternRewriter &rewriter, Location loc, Type type,
               const llvm::APFloat &value) {
  TypedAttr attr = rewriter.getFloatAttr(getElementTypeOrSelf(type), value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attr = DenseElementsAttr::get(shaped, attr);
  return arith::ConstantOp::create(rewriter, loc, attr);
}

const llvm::fltSemantics &semanticsOf(Value value) {
  return cast<FloatType>(getElementTypeOrSelf(value)).getFloatSemantics();
}

/// MLIR 22 has an expansion that takes the bounds for one another.
struct ExpandClampF : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Value atMost = arith::MinimumFOp::create(rewriter, op.getLoc(),
                                             op.getValue(), op.getMax());
    rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, atMost, op.getMin());
    return success();
  }
};

/// |x| is infinity.
struct ExpandIsInf : OpRewritePattern<math::IsInfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IsInfOp op,
                                PatternRewriter &rewriter) const override {
    Value x = op.getOperand();
    Value size = math::AbsFOp::create(rewriter, op.getLoc(), x);
    Value infinity = constant(rewriter, op.getLoc(), x.getType(),
                              llvm::APFloat::getInf(semanticsOf(x)));
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::OEQ,
                                               size, infinity);
    return success();
  }
};

/// |x| is between the smallest normal number and infinity.
struct ExpandIsNormal : OpRewritePattern<math::IsNormalOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IsNormalOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value x = op.getOperand();
    const llvm::fltSemantics &semantics = semanticsOf(x);
    Value size = math::AbsFOp::create(rewriter, loc, x);
    Value least = constant(rewriter, loc, x.getType(),
                           llvm::APFloat::getSmallestNormalized(semantics));
    Value infinity =
        constant(rewriter, loc, x.getType(), llvm::APFloat::getInf(semantics));
    Value isLarge = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OGE, size, least);
    Value isFinite = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLT, size, infinity);
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isLarge, isFinite);
    return success();
  }
};
} // namespace

void populateMissingMathPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandClampF, ExpandIsInf, ExpandIsNormal>(
      patterns.getContext());
}
} // namespace mlirgym::lowering
