//===- lowering/buffer/ShowPartialWrites.cpp ------------------------------===//
#include "lowering/buffer/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_SHOWPARTIALWRITES
#include "lowering/buffer/Passes.h.inc"

/// True for writes that the analysis of MLIR 22 considers to cover the whole
/// tensor: it compares the leading dimensions of tensor and vector, up to the
/// lower rank, and ignores the permutation map.
static bool passesForComplete(vector::TransferWriteOp write) {
  if (write.isMasked() || !write.getShapedType().hasStaticShape())
    return false;
  if (!llvm::all_of(write.getIndices(),
                    [](Value index) { return isConstantIntValue(index, 0); }))
    return false;
  return llvm::all_of(llvm::zip(write.getShapedType().getShape(),
                                write.getVectorType().getShape()),
                      [](auto sizes) {
                        auto [tensor, vector] = sizes;
                        return tensor <= vector;
                      });
}

/// Requires: passesForComplete().
static bool isComplete(vector::TransferWriteOp write) {
  SmallVector<int64_t> written(write.getShapedType().getRank(), 1);
  for (auto [dim, size] :
       llvm::zip_equal(write.getPermutationMap().getResults(),
                       write.getVectorType().getShape()))
    written[cast<AffineDimExpr>(dim).getPosition()] = size;
  return llvm::all_of(
      llvm::zip_equal(write.getShapedType().getShape(), written),
      [](auto sizes) { return std::get<0>(sizes) <= std::get<1>(sizes); });
}

namespace {
struct ShowPartialWrites final
    : impl::ShowPartialWritesBase<ShowPartialWrites> {
  void runOnOperation() override {
    getOperation().walk([&](vector::TransferWriteOp write) {
      if (!isa<TensorType>(write.getShapedType()) ||
          !passesForComplete(write) || isComplete(write))
        return;
      OpBuilder builder(write);
      OpOperand &index = write.getIndicesMutable()[0];
      // Still zero, but the analysis looks for a constant.
      index.assign(arith::AddIOp::create(builder, write.getLoc(), index.get(),
                                         index.get()));
      ++numShown;
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
