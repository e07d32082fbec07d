//===- lowering/gpu/MathIntrinsics.cpp ------------------------------------===//
#include "lowering/gpu/Passes.h"
#include "lowering/module/Rewrite.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include <string>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_MATHINTRINSICS
#include "lowering/gpu/Passes.h.inc"

namespace {
template <typename Op> struct CallIntrinsic final : OpRewritePattern<Op> {
  CallIntrinsic(MLIRContext *context, StringRef intrinsic)
      : OpRewritePattern<Op>(context), name("llvm." + intrinsic.str()) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), rewriter.getStringAttr(name), op->getOperands());
    return success();
  }

  const std::string name;
};

struct MathIntrinsics final : impl::MathIntrinsicsBase<MathIntrinsics> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    add<math::AbsFOp>(patterns, "fabs");
    add<math::CeilOp>(patterns, "ceil");
    add<math::CopySignOp>(patterns, "copysign");
    add<math::FloorOp>(patterns, "floor");
    add<math::RoundEvenOp>(patterns, "roundeven");
    add<math::RoundOp>(patterns, "round");
    add<math::SqrtOp>(patterns, "sqrt");
    add<math::TruncOp>(patterns, "trunc");
    applyAll(getOperation(), std::move(patterns));
  }

private:
  template <typename Op>
  void add(RewritePatternSet &patterns, StringRef intrinsic) {
    patterns.add<CallIntrinsic<Op>>(&getContext(), intrinsic);
  }
};
} // namespace
} // namespace mlirgym::lowering
