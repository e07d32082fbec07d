//===- lowering/gpu/AlignAccesses.cpp -------------------------------------===//
#include "lowering/gpu/Passes.h"
#include "lowering/module/Divisors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <algorithm>
#include <cstdint>
#include <numeric>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_ALIGNACCESSES
#include "lowering/gpu/Passes.h.inc"

namespace {

/// Bytes at a multiple of which every buffer begins, and the most bytes of an
/// access.
constexpr int64_t mostDivisor = 16;

/// Of the distance in elements that these indices are from the first element.
int64_t divisorOfDistance(MemRefType type, ArrayRef<OpFoldResult> indices) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return 1;
  int64_t divisor = mostDivisor;
  for (auto [stride, index] : llvm::zip_equal(strides, indices)) {
    const int64_t step = ShapedType::isDynamic(stride) ? 1 : stride;
    divisor =
        std::gcd(divisor, step * std::gcd(knownDivisor(index), mostDivisor));
  }
  return divisor;
}

/// Of the elements before the first one of a view in its buffer.
int64_t divisorOfOffset(Value view) {
  if (auto argument = dyn_cast<BlockArgument>(view))
    return isa<func::FuncOp, gpu::LaunchOp>(argument.getOwner()->getParentOp())
               ? mostDivisor
               : 1;
  Operation *op = view.getDefiningOp();
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case<memref::AllocOp, memref::AllocaOp>([](auto) { return mostDivisor; })
      .Case<memref::CastOp, memref::MemorySpaceCastOp, memref::CollapseShapeOp,
            memref::ExpandShapeOp>(
          [&](auto) { return divisorOfOffset(op->getOperand(0)); })
      .Case([](memref::SubViewOp subview) {
        return std::gcd(divisorOfOffset(subview.getSource()),
                        divisorOfDistance(subview.getSourceType(),
                                          subview.getMixedOffsets()));
      })
      .Case([](memref::ViewOp bytes) {
        return knownDivisor(bytes.getByteShift()) % mostDivisor == 0
                   ? divisorOfOffset(bytes.getSource())
                   : 1;
      })
      .Case([](gpu::DynamicSharedMemoryOp) { return mostDivisor; })
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
    const int64_t elements = std::gcd(
        vector.getNumElements(),
        std::gcd(divisorOfOffset(access.getBase()),
                 divisorOfDistance(access.getMemRefType(),
                                   getAsOpFoldResult(access.getIndices()))));
    if (elements > 1)
      access.setAlignment(std::min(elements * bytes, mostDivisor));
  }
};
} // namespace
} // namespace mlirgym::lowering
