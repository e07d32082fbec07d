//===- lowering/math/WidenMath.cpp ----------------------------------------===//
#include "lowering/math/ExpandedFunctions.h"
#include "lowering/math/Passes.h"
#include "lowering/module/Rewrite.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_WIDENMATH
#include "lowering/math/Passes.h.inc"

namespace {

const llvm::fltSemantics &semanticsOf(Value value) {
  return cast<FloatType>(getElementTypeOrSelf(value)).getFloatSemantics();
}

/// |x| compared with `bound`.
Value compareSize(PatternRewriter &rewriter, Location loc,
                  arith::CmpFPredicate predicate, Value x,
                  const llvm::APFloat &bound) {
  TypedAttr attr = rewriter.getFloatAttr(getElementTypeOrSelf(x), bound);
  if (auto shaped = dyn_cast<ShapedType>(x.getType()))
    attr = DenseElementsAttr::get(shaped, attr);
  Value size = math::AbsFOp::create(rewriter, loc, x);
  return arith::CmpFOp::create(rewriter, loc, predicate, size,
                               arith::ConstantOp::create(rewriter, loc, attr));
}

/// MLIR 22's expansion exchanges the bounds.
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
    rewriter.replaceOp(op, compareSize(rewriter, op.getLoc(),
                                       arith::CmpFPredicate::OEQ, x,
                                       llvm::APFloat::getInf(semanticsOf(x))));
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
    Value isLarge =
        compareSize(rewriter, loc, arith::CmpFPredicate::OGE, x,
                    llvm::APFloat::getSmallestNormalized(semantics));
    Value isFinite = compareSize(rewriter, loc, arith::CmpFPredicate::OLT, x,
                                 llvm::APFloat::getInf(semantics));
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isLarge, isFinite);
    return success();
  }
};

/// The greater, or the less, of two numbers; of a number and NaN, the number.
/// LLVM 22 compiles a reduction by its intrinsic into a vector loop that ends
/// at the first NaN, after which the scalar loop starts at the wrong place.
template <typename Op, arith::CmpFPredicate isBetter>
struct ExpandExtremum : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value a = op.getLhs(), b = op.getRhs();
    // One instruction on x86: b if one of the two is NaN.
    Value best = arith::SelectOp::create(
        rewriter, loc, arith::CmpFOp::create(rewriter, loc, isBetter, a, b), a,
        b);
    Value isNan =
        arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::UNO, b, b);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNan, a, best);
    return success();
  }
};
using ExpandMaxNum =
    ExpandExtremum<arith::MaxNumFOp, arith::CmpFPredicate::OGT>;
using ExpandMinNum =
    ExpandExtremum<arith::MinNumFOp, arith::CmpFPredicate::OLT>;

struct WidenMath final : PatternPass<impl::WidenMathBase<WidenMath>> {
  void addPatterns(RewritePatternSet &set) const override {
    set.add<ExpandClampF, ExpandIsInf, ExpandIsNormal, ExpandMaxNum,
            ExpandMinNum>(set.getContext());
    populateMathF32ExpansionPatterns(set, isExpanded);
  }
};
} // namespace
} // namespace mlirgym::lowering
