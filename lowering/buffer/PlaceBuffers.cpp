//===- lowering/buffer/PlaceBuffers.cpp -----------------------------------===//
#include "lowering/buffer/Buffers.h"
#include "lowering/buffer/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_PLACEBUFFERS
#include "lowering/buffer/Passes.h.inc"

namespace {

constexpr int64_t bytesPerPage = 4096;
/// Arrays of callers begin at a page boundary, or 16 or 64 bytes after it.
constexpr int64_t placeInPage = bytesPerPage / 2;
/// A smaller buffer is read and written within a few instructions.
constexpr int64_t leastBytes = 1024;

/// The size of a buffer that is to be placed; 0 for others.
int64_t bytesToPlace(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!isPlainArray(type) || alloc.getAlignment().value_or(1) > placeInPage)
    return 0;
  const int64_t bytes =
      type.getNumElements() * type.getElementTypeBitWidth() / 8;
  return bytes >= leastBytes ? bytes : 0;
}

void place(memref::AllocOp alloc, int64_t bytes) {
  OpBuilder builder(alloc);
  const Location loc = alloc.getLoc();
  Value block = memref::AllocOp::create(
      builder, loc, MemRefType::get(bytes + placeInPage, builder.getI8Type()),
      builder.getI64IntegerAttr(bytesPerPage));
  Value begin = arith::ConstantIndexOp::create(builder, loc, placeInPage);
  Value buffer = memref::ViewOp::create(builder, loc, alloc.getType(), block,
                                        begin, ValueRange());
  alloc->replaceUsesWithIf(ValueRange(buffer), [](OpOperand &use) {
    return !isa<memref::DeallocOp>(use.getOwner());
  });
  alloc->replaceAllUsesWith(ValueRange(block));
  alloc.erase();
}

struct PlaceBuffers final : impl::PlaceBuffersBase<PlaceBuffers> {
  void runOnOperation() override {
    SmallVector<memref::AllocOp> allocs;
    getOperation().walk(
        [&](memref::AllocOp alloc) { allocs.push_back(alloc); });
    for (memref::AllocOp alloc : allocs)
      if (const int64_t bytes = bytesToPlace(alloc)) {
        place(alloc, bytes);
        ++numPlaced;
      }
  }
};
} // namespace
} // namespace mlirgym::lowering
