#include "lowering/gpu/products/WarpgroupProducts.h"
#include "lowering/gpu/SharedMemory.h"
#include "lowering/gpu/products/WarpSums.h"
#include "lowering/gpu/team/Division.h"
#include "lowering/module/GpuMapping.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {
constexpr int64_t rowsOfWarp = 16, warpsOfGroup = 4;
constexpr int64_t mostColumns = 256, depthOfProduct = 16;
/// The unit of addresses in descriptors, in bytes.
constexpr int64_t descriptorUnit = 16;
/// Bytes from eight rows of a panel to the next eight.
constexpr int64_t bytesOfEightRows = 8 * SwizzledPanels::bytes;

/// The buffer of which `tile` is all, or rows from `16 * index` on.
memref::AllocOp bufferOf(Value tile, Value index) {
  auto view = tile.getDefiningOp<memref::SubViewOp>();
  if (!view)
    return index ? nullptr : tile.getDefiningOp<memref::AllocOp>();
  auto offsets = view.getMixedOffsets();
  if (offsets.size() != 2 || !isZeroInteger(offsets[1]) ||
      !view.hasUnitStride())
    return nullptr;
  if (!index)
    return isZeroInteger(offsets[0])
               ? view.getSource().getDefiningOp<memref::AllocOp>()
               : nullptr;
  return view.getSource().getDefiningOp<memref::AllocOp>();
}

/// True if `offset` is 16 * index.
bool isRowOf(OpFoldResult offset, Value index) {
  auto value = dyn_cast<Value>(offset);
  auto apply = value ? value.getDefiningOp<affine::AffineApplyOp>() : nullptr;
  return apply && apply.getMapOperands().size() == 1 &&
         apply.getMapOperands().front() == index &&
         apply.getAffineMap().getResult(0) ==
             getAffineDimExpr(0, value.getContext()) * rowsOfWarp;
}
} // namespace

SmallVector<int64_t> SwizzledPanels::shapeOf(ArrayRef<int64_t> matrix) {
  return {matrix[1] / columns, matrix[0], columns};
}

SmallVector<Value> SwizzledPanels::indexOf(RewriterBase &rewriter, Location loc,
                                           Value row, Value column) {
  auto split = affine::AffineDelinearizeIndexOp::create(
      rewriter, loc, column,
      ArrayRef<int64_t>{mostColumns / columns, pieces, columns / pieces});
  AffineExpr dim = rewriter.getAffineDimExpr(0);
  Value phase = affine::AffineApplyOp::create(rewriter, loc, dim % pieces, row);
  Value piece = arith::XOrIOp::create(rewriter, loc, split.getResult(1), phase);
  return {split.getResult(0), row,
          affine::AffineApplyOp::create(rewriter, loc, dim * (columns / pieces),
                                        piece)};
}

std::optional<WarpgroupProduct> WarpgroupProduct::match(scf::ForallOp tiles) {
  if (!isForWarps(tiles) || tiles.getRank() != 1)
    return std::nullopt;
  auto ops = tiles.getBody()->getOps<linalg::LinalgOp>();
  if (!llvm::hasSingleElement(ops))
    return std::nullopt;
  linalg::LinalgOp op = *ops.begin();
  auto dims = linalg::inferContractionDims(op);
  if (!linalg::isaContractionOpInterface(op) || failed(dims) ||
      dims->m.size() != 1 || dims->n.size() != 1 || dims->k.size() != 1 ||
      !dims->batch.empty())
    return std::nullopt;
  auto isRead = [&](OpOperand *operand, unsigned first, unsigned second) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    MLIRContext *context = op.getContext();
    return map.getNumResults() == 2 &&
           map.getResult(0) == getAffineDimExpr(first, context) &&
           map.getResult(1) == getAffineDimExpr(second, context);
  };
  const unsigned m = dims->m[0], n = dims->n[0], k = dims->k[0];
  OpOperand *lefts = op.getDpsInputOperand(0),
            *rights = op.getDpsInputOperand(1),
            *results = op.getDpsInitOperand(0);
  WarpgroupProduct product;
  product.forall = tiles;
  product.rightHasColumnsFirst = isRead(rights, n, k);
  if (!isRead(lefts, m, k) || !isRead(results, m, n) ||
      !(product.rightHasColumnsFirst || isRead(rights, k, n)))
    return std::nullopt;
  Value index = tiles.getInductionVar(0);
  auto leftView = lefts->get().getDefiningOp<memref::SubViewOp>(),
       resultView = results->get().getDefiningOp<memref::SubViewOp>();
  product.left = bufferOf(lefts->get(), index);
  product.right = bufferOf(rights->get(), Value());
  if (!product.left || !product.right || !leftView || !resultView ||
      !isRowOf(leftView.getMixedOffsets()[0], index) ||
      !isRowOf(resultView.getMixedOffsets()[0], index) ||
      !isZeroInteger(resultView.getMixedOffsets()[1]) ||
      !resultView.hasUnitStride())
    return std::nullopt;
  product.result = resultView.getSource();
  product.element = product.left.getType().getElementType();
  auto ofResult = cast<MemRefType>(product.result.getType());
  auto ofRight = product.right.getType();
  auto numTiles = getConstantIntValue(tiles.getMixedUpperBound()[0]);
  if (!numTiles || *numTiles % warpsOfGroup != 0 ||
      !(product.element.isF16() || product.element.isBF16()) ||
      ofRight.getElementType() != product.element ||
      !isa<FloatType>(ofResult.getElementType()) ||
      product.left.getType().getShape() !=
          ArrayRef<int64_t>{*numTiles * rowsOfWarp, SwizzledPanels::columns})
    return std::nullopt;
  product.columns = ofResult.getDimSize(1);
  const SmallVector<int64_t> expected =
      product.rightHasColumnsFirst
          ? SmallVector<int64_t>{product.columns, SwizzledPanels::columns}
          : SmallVector<int64_t>{SwizzledPanels::columns, product.columns};
  if (ofRight.getShape() != ArrayRef<int64_t>(expected) ||
      product.columns > mostColumns ||
      product.columns % SwizzledPanels::columns != 0)
    return std::nullopt;
  return product;
}

LogicalResult WarpgroupProduct::verify(int64_t numThreads) const {
  // ptxas needs 26 besides the sums, and a thread has eight at once.
  constexpr int64_t registersOfBlock = 65536, atOnce = 8, others = 26;
  const int64_t available = registersOfBlock / numThreads / atOnce * atOnce,
                needed = rowsOfWarp * columns / warpSize + others;
  if (needed <= available)
    return success();
  return forall->emitError("the sums of gpu_warps take ")
         << needed << " registers of each thread, and a block of " << numThreads
         << " threads has " << available << "; choose smaller blocks";
}

/// The rows of a warp in the result.
Value WarpgroupProduct::tileOfWarp(RewriterBase &rewriter, Value thread) {
  Location loc = forall.getLoc();
  OpFoldResult row = affine::makeComposedFoldedAffineApply(
      rewriter, loc,
      rewriter.getAffineDimExpr(0).floorDiv(warpSize) * rowsOfWarp, {thread});
  const OpFoldResult one = rewriter.getIndexAttr(1);
  const SmallVector<OpFoldResult> offsets = {row, rewriter.getIndexAttr(0)},
                                  sizes = {rewriter.getIndexAttr(rowsOfWarp),
                                           rewriter.getIndexAttr(columns)},
                                  strides = {one, one};
  return memref::SubViewOp::create(rewriter, loc, result, offsets, sizes,
                                   strides);
}

Value WarpgroupProduct::begin(RewriterBase &rewriter, Value thread,
                              linalg::FillOp fill) {
  Location loc = forall.getLoc();
  Value tile = tileOfWarp(rewriter, thread);
  WarpSums lanes(rewriter, loc);
  lanes.findLane();
  const SmallVector<Value> sums =
      fill ? lanes.fill(fill.getInputs().front(), tile) : lanes.read(tile);
  if (fill)
    rewriter.eraseOp(fill);
  auto type = LLVM::LLVMStructType::getLiteral(
      rewriter.getContext(),
      SmallVector<Type>(sums.size(), rewriter.getF32Type()));
  Value all = LLVM::UndefOp::create(rewriter, loc, type);
  for (auto [i, sum] : llvm::enumerate(sums))
    all = LLVM::InsertValueOp::create(rewriter, loc, all, sum, i);
  return all;
}

Value WarpgroupProduct::multiply(RewriterBase &rewriter, Value thread,
                                 Value sums, Value leftPanels,
                                 Value rightPanels, Value stage) {
  Location loc = forall.getLoc();
  AffineExpr d0 = rewriter.getAffineDimExpr(0),
             d1 = rewriter.getAffineDimExpr(1),
             d2 = rewriter.getAffineDimExpr(2);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(rewriter, loc,
                                     rewriter.getI64IntegerAttr(value));
  };
  auto descriptor = [&](Value panels, Value offset, int64_t leading) -> Value {
    auto type = cast<MemRefType>(panels.getType());
    Value base =
        memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc, panels);
    Value address = affine::AffineApplyOp::create(
        rewriter, loc,
        (d0 + d1 * (bytesOf(type) / type.getDimSize(0)) + d2)
            .floorDiv(descriptorUnit),
        ValueRange{base, stage, offset});
    Value bits = arith::IndexCastOp::create(rewriter, loc,
                                            rewriter.getI64Type(), address);
    // Addresses have 14 bits; bit 62 is the 128-byte swizzle.
    bits = arith::AndIOp::create(rewriter, loc, bits, constant(0x3fff));
    return arith::OrIOp::create(
        rewriter, loc, bits,
        constant(leading / descriptorUnit << 16 |
                 bytesOfEightRows / descriptorUnit << 32 | int64_t(1) << 62));
  };
  Value group = affine::AffineApplyOp::create(
      rewriter, loc,
      d0.floorDiv(warpSize * warpsOfGroup) *
          (rowsOfWarp * warpsOfGroup * SwizzledPanels::bytes),
      thread);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value a = descriptor(leftPanels, group, descriptorUnit);
  // Columns along rows: the next panel has the next 64 columns.
  Value b = descriptor(rightPanels, zero,
                       rightHasColumnsFirst
                           ? descriptorUnit
                           : SwizzledPanels::columns * SwizzledPanels::bytes);
  const int64_t nextLeft = depthOfProduct * 2 / descriptorUnit;
  const int64_t nextRight =
      rightHasColumnsFirst
          ? nextLeft
          : depthOfProduct * SwizzledPanels::bytes / descriptorUnit;
  const NVVM::WGMMATypes type =
      element.isF16() ? NVVM::WGMMATypes::f16 : NVVM::WGMMATypes::bf16;
  NVVM::WgmmaFenceAlignedOp::create(rewriter, loc);
  for (int64_t i = 0; i < SwizzledPanels::columns / depthOfProduct; ++i) {
    auto advance = [&](Value from, int64_t by) -> Value {
      return i == 0
                 ? from
                 : arith::AddIOp::create(rewriter, loc, from, constant(i * by));
    };
    MLIRContext *context = rewriter.getContext();
    sums = NVVM::WgmmaMmaAsyncOp::create(
        rewriter, loc, sums.getType(), sums, advance(a, nextLeft),
        advance(b, nextRight),
        NVVM::MMAShapeAttr::get(context, rowsOfWarp * warpsOfGroup, columns,
                                depthOfProduct),
        type, type, NVVM::WGMMATypes::f32, NVVM::WGMMAScaleOut::one,
        NVVM::WGMMAScaleIn::one, NVVM::WGMMAScaleIn::one, NVVM::MMALayout::row,
        rightHasColumnsFirst ? NVVM::MMALayout::col : NVVM::MMALayout::row,
        /*satfinite=*/nullptr);
  }
  NVVM::WgmmaGroupSyncAlignedOp::create(rewriter, loc);
  return sums;
}

void WarpgroupProduct::end(RewriterBase &rewriter, Value thread, Value sums) {
  Location loc = forall.getLoc();
  NVVM::WgmmaWaitGroupSyncOp::create(rewriter, loc, 0);
  SmallVector<Value> each;
  for (int64_t i = 0; i < rowsOfWarp * columns / warpSize; ++i)
    each.push_back(LLVM::ExtractValueOp::create(rewriter, loc, sums, i));
  WarpSums lanes(rewriter, loc);
  lanes.findLane();
  lanes.write(each, tileOfWarp(rewriter, thread));
}
} // namespace mlirgym::lowering
