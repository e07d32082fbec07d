//===- lowering/gpu/AlignAccesses.cpp -------------------------------------===//
#include "lowering/gpu/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_ALIGNACCESSES
#include "lowering/gpu/Passes.h.inc"

namespace {

/// Bytes at a multiple of which every buffer begins, and the most of an access.
constexpr int64_t bufferAlignment = 16;

// A divisor is a power of two, at most bufferAlignment, that divides a number
// of which only its definition is known.

int64_t divisorOf(int64_t number) {
  if (number == 0)
    return bufferAlignment;
  return std::min(bufferAlignment, int64_t(1) << llvm::countr_zero(
                                       static_cast<uint64_t>(number)));
}

int64_t product(int64_t a, int64_t b) {
  return std::min(bufferAlignment, a * b);
}

int64_t divisorOf(Value number);

int64_t divisorOf(OpFoldResult number) {
  if (auto constant = getConstantIntValue(number))
    return divisorOf(*constant);
  return divisorOf(cast<Value>(number));
}

int64_t divisorOf(AffineExpr expr, affine::AffineApplyOp apply) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return divisorOf(constant.getValue());
  const unsigned numDims = apply.getAffineMap().getNumDims();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return divisorOf(apply.getOperand(dim.getPosition()));
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return divisorOf(apply.getOperand(numDims + symbol.getPosition()));
  auto both = cast<AffineBinaryOpExpr>(expr);
  const int64_t a = divisorOf(both.getLHS(), apply),
                b = divisorOf(both.getRHS(), apply);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
  case AffineExprKind::Mod:
    return std::min(a, b);
  case AffineExprKind::Mul:
    return product(a, b);
  default:
    return 1;
  }
}

int64_t divisorOf(Value number) {
  if (auto argument = dyn_cast<BlockArgument>(number)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument != loop.getInductionVar())
      return 1;
    return std::min(divisorOf(loop.getLowerBound()), divisorOf(loop.getStep()));
  }
  Operation *op = number.getDefiningOp();
  auto ofOperand = [&](unsigned i) { return divisorOf(op->getOperand(i)); };
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([&](arith::ConstantOp) {
        auto constant = getConstantIntValue(number);
        return constant ? divisorOf(*constant) : 1;
      })
      .Case<arith::AddIOp, arith::SubIOp>(
          [&](auto) { return std::min(ofOperand(0), ofOperand(1)); })
      .Case([&](arith::MulIOp) { return product(ofOperand(0), ofOperand(1)); })
      .Case(
          [&](arith::SelectOp) { return std::min(ofOperand(1), ofOperand(2)); })
      .Case([&](affine::AffineApplyOp apply) {
        return divisorOf(apply.getAffineMap().getResult(0), apply);
      })
      .Default(int64_t(1));
}

/// Of the distance in elements that these indices are from the first element.
int64_t divisorOf(MemRefType type, ArrayRef<OpFoldResult> indices) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return 1;
  int64_t divisor = bufferAlignment;
  for (auto [stride, index] : llvm::zip_equal(strides, indices))
    divisor = std::min(
        divisor, product(ShapedType::isDynamic(stride) ? 1 : divisorOf(stride),
                         divisorOf(index)));
  return divisor;
}

/// Of the elements before the first one of a view in its buffer.
int64_t divisorOfOffset(Value view) {
  if (auto argument = dyn_cast<BlockArgument>(view))
    return isa<func::FuncOp, gpu::LaunchOp>(argument.getOwner()->getParentOp())
               ? bufferAlignment
               : 1;
  Operation *op = view.getDefiningOp();
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([](memref::AllocOp) { return bufferAlignment; })
      .Case<memref::CastOp, memref::MemorySpaceCastOp, memref::CollapseShapeOp,
            memref::ExpandShapeOp>(
          [&](auto) { return divisorOfOffset(op->getOperand(0)); })
      .Case([](memref::SubViewOp subview) {
        return std::min(
            divisorOfOffset(subview.getSource()),
            divisorOf(subview.getSourceType(), subview.getMixedOffsets()));
      })
      .Case([](memref::ViewOp bytes) {
        return divisorOf(bytes.getByteShift()) == bufferAlignment
                   ? divisorOfOffset(bytes.getSource())
                   : 1;
      })
      .Case([](gpu::DynamicSharedMemoryOp) { return bufferAlignment; })
      .Default(int64_t(1));
}

struct AlignAccesses final : impl::AlignAccessesBase<AlignAccesses> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (auto load = dyn_cast<vector::LoadOp>(op))
        align(load, load.getVectorType());
      else if (auto store = dyn_cast<vector::StoreOp>(op))
        align(store, store.getVectorType());
    });
  }

private:
  template <typename Op> static void align(Op access, VectorType vector) {
    const int64_t bytes = vector.getElementTypeBitWidth() / 8;
    if (bytes == 0 || vector.getRank() != 1)
      return;
    const int64_t elements =
        std::min({divisorOfOffset(access.getBase()),
                  divisorOf(access.getMemRefType(),
                            getAsOpFoldResult(access.getIndices())),
                  divisorOf(vector.getNumElements())});
    if (elements > 1)
      access.setAlignment(std::min(elements * bytes, bufferAlignment));
  }
};
} // namespace
} // namespace mlirgym::lowering
