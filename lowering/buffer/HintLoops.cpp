//===- lowering/buffer/HintLoops.cpp --------------------------------------===//
#include "lowering/buffer/Passes.h"
#include "lowering/module/Marks.h"

#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h" // IWYU pragma: keep (Passes.h.inc)
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_HINTLOOPS
#include "lowering/buffer/Passes.h.inc"

namespace {

/// Largest number of operations of a loop that is unrolled: the window of a 3x3
/// convolution is unrolled, a 7x7 window takes too long to compile. LLVM still
/// has to vectorise scalar code.
constexpr int64_t maxUnrolledVectorOps = 192, maxUnrolledScalarOps = 96;

/// The size of a block after the loops in it are unrolled as annotated.
struct Extent {
  int64_t ops = 0;
  bool hasLoop = false, hasVectors = false;

  void add(const Extent &inner, int64_t times) {
    ops += inner.ops * times;
    hasLoop |= inner.hasLoop;
    hasVectors |= inner.hasVectors;
  }
};

bool hasVectors(Operation *op) {
  return llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>) ||
         llvm::any_of(op->getOperandTypes(), llvm::IsaPred<VectorType>);
}

void annotate(scf::ForOp loop, bool isUnrolled, bool isVectorized) {
  MLIRContext *context = loop.getContext();
  auto yes = BoolAttr::get(context, true);
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/isUnrolled ? BoolAttr() : yes, {}, {},
      /*full=*/isUnrolled ? yes : BoolAttr(), {}, {}, {});
  // LLVM would also decide not to vectorise, but after a long analysis.
  LLVM::LoopVectorizeAttr vectorize;
  if (isVectorized)
    vectorize = LLVM::LoopVectorizeAttr::get(context, /*disable=*/yes, {}, {},
                                             {}, {}, {}, {});
  loop->setAttr("loop_annotation", LLVM::LoopAnnotationAttr::get(
                                       context, {}, vectorize, {}, unroll, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}, {}, {}));
}

Extent hint(Block &block, int64_t &numUnrolled) {
  Extent extent;
  for (Operation &op : block.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    ++extent.ops;
    extent.hasVectors |= hasVectors(&op);
    for (Region &region : op.getRegions())
      for (Block &body : region) {
        Extent inner = hint(body, numUnrolled);
        auto loop = dyn_cast<scf::ForOp>(op);
        if (!loop) {
          extent.add(inner, 1);
          extent.hasLoop |= isa<LoopLikeOpInterface>(op);
          continue;
        }
        std::optional<llvm::APInt> trips = loop.getStaticTripCount();
        int64_t most =
            (inner.hasVectors ? maxUnrolledVectorOps : maxUnrolledScalarOps) /
            std::max<int64_t>(inner.ops, 1);
        const bool isInOrder = loop->removeAttr(inOrderMark) != nullptr;
        bool isUnrolled =
            !inner.hasLoop && !isInOrder && trips && trips->sle(most);
        annotate(loop, isUnrolled, inner.hasVectors);
        numUnrolled += isUnrolled;
        extent.add(inner, isUnrolled ? trips->getSExtValue() : 1);
        extent.hasLoop |= !isUnrolled;
      }
  }
  return extent;
}

struct HintLoops final : impl::HintLoopsBase<HintLoops> {
  void runOnOperation() override {
    int64_t count = 0;
    for (Block &block : getOperation().getBody())
      hint(block, count);
    numUnrolled += count;
  }
};
} // namespace
} // namespace mlirgym::lowering
