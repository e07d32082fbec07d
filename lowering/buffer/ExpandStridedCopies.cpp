//===- lowering/buffer/ExpandStridedCopies.cpp ----------------------------===//
#include "lowering/buffer/Passes.h"
#include "lowering/buffer/StridedTransfers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include <algorithm>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_EXPANDSTRIDEDCOPIES
#include "lowering/buffer/Passes.h.inc"

namespace {

/// Contiguous rows of at most this size are copied as one vector; for longer
/// rows LLVM emits a loop, which it vectorises.
constexpr int64_t maxRowBytes = 512;

/// A row of a copy is moved as vectors of this type, and one shorter vector.
VectorType pieceOf(memref::CopyOp copy, unsigned vectorBits) {
  auto source = dyn_cast<MemRefType>(copy.getSource().getType());
  auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
  if (!source || !target || source.getRank() == 0 ||
      !target.isLastDimUnitStride() ||
      !source.getElementType().isIntOrFloat() ||
      !VectorType::isValidElementType(source.getElementType()))
    return {};
  const int64_t length = source.getShape().back();
  if (ShapedType::isDynamic(length) || length < 2)
    return {};
  const int64_t bits = source.getElementTypeBitWidth();
  if (source.isLastDimUnitStride())
    return length * bits <= 8 * maxRowBytes
               ? VectorType::get(length, source.getElementType())
               : VectorType();
  auto [strides, offset] = source.getStridesAndOffset();
  return isReadByShuffles(strides.back())
             ? VectorType::get(std::min<int64_t>(length, vectorBits / bits),
                               source.getElementType())
             : VectorType();
}

/// Copies row by row. A loop over elements would be unrolled into scalar moves,
/// since LLVM cannot derive that a manually aligned allocation overlaps
/// nothing.
void copyRows(memref::CopyOp copy, VectorType piece, IRRewriter &rewriter) {
  Location loc = copy.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  Value source = copy.getSource(), target = copy.getTarget();
  auto type = cast<MemRefType>(source.getType());
  Value zero = constant(0), one = constant(1);
  Value padding = ub::PoisonOp::create(rewriter, loc, type.getElementType());
  SmallVector<Value> indices;
  auto enter = [&](Value end, Value step) {
    auto loop = scf::ForOp::create(rewriter, loc, zero, end, step);
    indices.push_back(loop.getInductionVar());
    rewriter.setInsertionPointToStart(loop.getBody());
  };
  auto move = [&](VectorType vector) {
    const bool inBounds[] = {true};
    Value read = vector::TransferReadOp::create(rewriter, loc, vector, source,
                                                indices, padding, inBounds);
    vector::TransferWriteOp::create(rewriter, loc, read, target, indices,
                                    inBounds);
  };
  for (int64_t dim = 0; dim + 1 < type.getRank(); ++dim)
    enter(memref::DimOp::create(rewriter, loc, source, constant(dim)), one);
  const int64_t lanes = piece.getNumElements(), length = type.getShape().back(),
                rest = length % lanes;
  if (rest != 0) {
    indices.push_back(constant(length - rest));
    move(VectorType::get(rest, piece.getElementType()));
    indices.pop_back();
  }
  if (length < 2 * lanes)
    indices.push_back(zero);
  else
    enter(constant(length - rest), constant(lanes));
  move(piece);
}

struct ExpandStridedCopies final
    : impl::ExpandStridedCopiesBase<ExpandStridedCopies> {
  using ExpandStridedCopiesBase::ExpandStridedCopiesBase;

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
    if (VectorType piece = pieceOf(copy, vectorBits))
      copyRows(copy, piece, rewriter);
    else
      linalg::CopyOp::create(rewriter, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    rewriter.eraseOp(copy);
  }
}
} // namespace mlirgym::lowering
