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
    if (getOperation()->walk(rejectLibrary).wasInterrupted())
      signalPassFailure();
  }

private:
  /// These functions of f64 remain: those of f32 have been expanded.
  static WalkResult rejectLibrary(Operation *op) {
    if (!isa<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
             math::Atan2Op, math::AtanOp, math::AtanhOp, math::CbrtOp,
             math::CosOp, math::CoshOp, math::ErfOp, math::ErfcOp, math::Exp2Op,
             math::Log10Op, math::Log1pOp, math::Log2Op, math::LogOp,
             math::PowFOp, math::SinOp, math::SinhOp, math::TanOp,
             math::TanhOp>(op))
      return WalkResult::advance();
    return op->emitError("no code on a GPU: ")
           << op->getName() << " of " << op->getResult(0).getType()
           << " is a function of a mathematical library; compute it in f32, or "
           << "by arithmetic";
  }

  template <typename Op>
  void add(RewritePatternSet &patterns, StringRef intrinsic) {
    patterns.add<CallIntrinsic<Op>>(&getContext(), intrinsic);
  }
};
} // namespace
} // namespace mlirgym::lowering
