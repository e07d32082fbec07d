//===- lowering/buffer/ExpandStridedCopies.cpp ----------------------------===//
#include "lowering/buffer/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_EXPANDSTRIDEDCOPIES
#include "lowering/buffer/Passes.h.inc"

namespace {

/// Rows of at most this size are copied as one vector; for longer rows LLVM
/// emits a loop, which it vectorises.
constexpr int64_t maxRowBytes = 512;

/// Vector type of a row of the copy; null unless the row is contiguous on both
/// sides, static and short.
VectorType rowOf(memref::CopyOp copy) {
  auto source = dyn_cast<MemRefType>(copy.getSource().getType());
  auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
  if (!source || !target || source.getRank() == 0 ||
      !source.isLastDimUnitStride() || !target.isLastDimUnitStride() ||
      !VectorType::isValidElementType(source.getElementType()))
    return {};
  const int64_t length = source.getShape().back();
  if (ShapedType::isDynamic(length) || length < 2 ||
      !source.getElementType().isIntOrFloat() ||
      length * source.getElementTypeBitWidth() > 8 * maxRowBytes)
    return {};
  return VectorType::get(length, source.getElementType());
}

/// Copies row by row. A loop over elements would be unrolled into scalar moves,
/// since LLVM cannot derive that a manually aligned allocation overlaps
/// nothing.
void copyRows(memref::CopyOp copy, VectorType row, IRRewriter &rewriter) {
  Location loc = copy.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  Value source = copy.getSource(), target = copy.getTarget();
  const int64_t rank = cast<MemRefType>(source.getType()).getRank();
  Value zero = constant(0), one = constant(1);
  Value padding = ub::PoisonOp::create(rewriter, loc, row.getElementType());
  SmallVector<Value> indices;
  for (int64_t dim = 0; dim + 1 < rank; ++dim) {
    Value size =
        memref::DimOp::create(rewriter, loc, source, constant(dim)).getResult();
    auto loop = scf::ForOp::create(rewriter, loc, zero, size, one);
    indices.push_back(loop.getInductionVar());
    rewriter.setInsertionPointToStart(loop.getBody());
  }
  indices.push_back(zero);
  const bool inBounds[] = {true};
  Value read = vector::TransferReadOp::create(rewriter, loc, row, source,
                                              indices, padding, inBounds);
  vector::TransferWriteOp::create(rewriter, loc, read, target, indices,
                                  inBounds);
}

struct ExpandStridedCopies final
    : impl::ExpandStridedCopiesBase<ExpandStridedCopies> {
  void runOnOperation() override;
};
} // namespace

void ExpandStridedCopies::runOnOperation() {
  func::FuncOp func = getOperation();
  SmallVector<memref::CopyOp> copies, toItself;
  func.walk([&](memref::CopyOp copy) {
    // The copy of a tile that was computed in place.
    if (copy.getSource() == copy.getTarget())
      return toItself.push_back(copy);
    auto isPlain = [](Value buffer) {
      auto type = dyn_cast<MemRefType>(buffer.getType());
      return type && type.getLayout().isIdentity();
    };
    if (!isPlain(copy.getSource()) || !isPlain(copy.getTarget()))
      copies.push_back(copy);
  });
  for (memref::CopyOp copy : toItself)
    copy.erase();
  IRRewriter rewriter(func.getContext());
  for (memref::CopyOp copy : copies) {
    rewriter.setInsertionPoint(copy);
    if (VectorType row = rowOf(copy))
      copyRows(copy, row, rewriter);
    else
      linalg::CopyOp::create(rewriter, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    rewriter.eraseOp(copy);
  }
}
} // namespace mlirgym::lowering
