#include "lowering/gpu/products/WarpProducts.h"
#include "lowering/gpu/SharedMemory.h"
#include "lowering/gpu/products/Accumulators.h"
#include "lowering/gpu/products/WarpSums.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include <array>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// Rows and columns of a fragment that ldmatrix reads as four matrices of 8x8.
constexpr int64_t fragmentSize = 16;

/// A factor in shared memory.
struct Factor {
  Value memory;
  bool isTransposed = false; ///< the reduction is its first dimension
};

class WarpProduct {
public:
  WarpProduct(RewriterBase &irRewriter, linalg::LinalgOp structured)
      : rewriter(irRewriter), op(structured), loc(op.getLoc()),
        lanes(rewriter, loc) {}

  LogicalResult match();
  void build();

private:
  using Fragment = std::array<Value, 4>;

  std::optional<Factor> factor(unsigned number, unsigned outer, unsigned inner);
  Value plus(Value base, int64_t offset) {
    return lowering::plus(rewriter, loc, base, offset);
  }
  void findLane();
  /// Four registers of each fragment of 16 x 16 along the outer dimension, at
  /// a place of the reduction.
  SmallVector<Fragment> load(const Factor &from, int64_t outerSize,
                             int64_t inner, bool isLeft);
  SmallVector<Value> multiply(ValueRange sums);
  Value registerOf(Value fragment, unsigned number);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  Location loc;
  Factor left, right;
  Value result;
  int64_t rows = 0, columns = 0, depth = 0;
  Type element;
  WarpSums lanes;
  /// Row and column of a lane in a matrix of 16 x 16 of ldmatrix, where it
  /// reads eight elements.
  Value loadRow, loadColumn;
};
} // namespace

std::optional<Factor> WarpProduct::factor(unsigned number, unsigned outer,
                                          unsigned inner) {
  OpOperand *operand = op.getDpsInputOperand(number);
  AffineMap map = op.getMatchingIndexingMap(operand);
  auto isDim = [&](unsigned place, unsigned dim) {
    return map.getResult(place) == rewriter.getAffineDimExpr(dim);
  };
  if (map.getNumResults() != 2)
    return std::nullopt;
  if (isDim(0, outer) && isDim(1, inner))
    return Factor{.memory = operand->get()};
  if (isDim(0, inner) && isDim(1, outer))
    return Factor{.memory = operand->get(), .isTransposed = true};
  return std::nullopt;
}

LogicalResult WarpProduct::match() {
  auto dims = linalg::inferContractionDims(op);
  if (!linalg::isaContractionOpInterface(op) || failed(dims) ||
      dims->m.size() != 1 || dims->n.size() != 1 || dims->k.size() != 1 ||
      !dims->batch.empty())
    return op.emitError("warps compute products of two matrices");
  const unsigned m = dims->m[0], n = dims->n[0], k = dims->k[0];
  auto first = factor(0, m, k), second = factor(1, n, k);
  AffineMap ofResult = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!first || !second ||
      ofResult.getResults() !=
          ArrayRef<AffineExpr>{rewriter.getAffineDimExpr(m),
                               rewriter.getAffineDimExpr(n)})
    return op.emitError("warps compute products of two matrices");
  left = *first;
  right = *second;
  result = op.getDpsInits().front();
  const SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  rows = ranges[m];
  columns = ranges[n];
  depth = ranges[k];
  element = cast<MemRefType>(left.memory.getType()).getElementType();
  if (!(element.isF16() || element.isBF16()) ||
      cast<MemRefType>(right.memory.getType()).getElementType() != element ||
      !isa<FloatType>(getElementTypeOrSelf(result.getType())))
    return op.emitError("warps multiply f16 or bf16");
  if (!isShared(left.memory) || !isShared(right.memory))
    return op.emitError("warps read factors from shared memory; promote both "
                        "before gpu_warps");
  for (int64_t size : {rows, columns, depth})
    if (ShapedType::isDynamic(size) || size % fragmentSize != 0)
      return op.emitError("tiles of warps are multiples of 16 in all loops");
  return success();
}

void WarpProduct::findLane() {
  Value lane = gpu::LaneIdOp::create(rewriter, loc, /*upper_bound=*/nullptr);
  auto split = affine::AffineDelinearizeIndexOp::create(
      rewriter, loc, lane, ArrayRef<int64_t>{2, fragmentSize});
  loadRow = split.getResult(1);
  loadColumn = affine::AffineApplyOp::create(
      rewriter, loc, rewriter.getAffineDimExpr(0) * 8, split.getResult(0));
  lanes.findLane();
}

Value WarpProduct::registerOf(Value fragment, unsigned number) {
  Value pair = vector::ExtractOp::create(rewriter, loc, fragment,
                                         ArrayRef<int64_t>{number});
  if (element.isF16())
    return pair;
  // bf16 has no type of its own in NVVM's products.
  Value bits = vector::BitCastOp::create(
      rewriter, loc, VectorType::get(1, rewriter.getI32Type()), pair);
  return vector::ExtractOp::create(rewriter, loc, bits, ArrayRef<int64_t>{0});
}

SmallVector<WarpProduct::Fragment> WarpProduct::load(const Factor &from,
                                                     int64_t outerSize,
                                                     int64_t inner,
                                                     bool isLeft) {
  SmallVector<Fragment> fragments;
  // The rows of a matrix of ldmatrix are contiguous. The left factor is read as
  // it is if its rows are along the reduction, the right one if its columns
  // are; else ldmatrix transposes.
  for (int64_t outer = 0; outer < outerSize; outer += fragmentSize) {
    Value row, column;
    if (from.isTransposed) {
      row = plus(loadRow, inner);
      column = plus(loadColumn, outer);
    } else {
      row = plus(loadRow, outer);
      column = plus(loadColumn, inner);
    }
    Value read = nvgpu::LdMatrixOp::create(
        rewriter, loc, VectorType::get({4, 2}, element), from.memory,
        ValueRange{row, column}, rewriter.getBoolAttr(from.isTransposed),
        rewriter.getI32IntegerAttr(4));
    Fragment fragment;
    for (unsigned i = 0; i < 4; ++i)
      fragment[i] = registerOf(read, i);
    // Matrices come as rows 0-7 and 8-15 of the first eight columns, then of
    // the others: the order of the left factor's registers is (row, column)
    // with rows first; transposed, the second and third change places.
    if (from.isTransposed == isLeft)
      std::swap(fragment[1], fragment[2]);
    fragments.push_back(fragment);
  }
  return fragments;
}

SmallVector<Value> WarpProduct::multiply(ValueRange initial) {
  SmallVector<Value> sums(initial);
  Type f32 = rewriter.getF32Type();
  auto type = LLVM::LLVMStructType::getLiteral(rewriter.getContext(),
                                               {f32, f32, f32, f32});
  const NVVM::MMATypes ptxType =
      element.isF16() ? NVVM::MMATypes::f16 : NVVM::MMATypes::bf16;
  for (int64_t inner = 0; inner < depth; inner += fragmentSize) {
    const SmallVector<Fragment> lefts = load(left, rows, inner, true);
    const SmallVector<Fragment> rights = load(right, columns, inner, false);
    Value *next = sums.data();
    for (const Fragment &a : lefts)
      for (const Fragment &b : rights)
        for (unsigned half : {0, 2}) {
          Value product = NVVM::MmaOp::create(
              rewriter, loc, type, ValueRange(a),
              ValueRange{b[half], b[half + 1]}, ValueRange(next, 4),
              ArrayRef<int64_t>{16, 8, 16}, /*b1Op=*/std::nullopt,
              /*intOverflow=*/std::nullopt,
              std::array<NVVM::MMATypes, 2>{ptxType, ptxType},
              std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                             NVVM::MMALayout::col});
          for (int64_t i = 0; i < 4; ++i)
            *next++ = LLVM::ExtractValueOp::create(rewriter, loc, product, i);
        }
  }
  return sums;
}

void WarpProduct::build() {
  auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
  if (loop)
    moveLoopInvariantCode(cast<LoopLikeOpInterface>(*loop));
  auto view = result.getDefiningOp<memref::SubViewOp>();
  const bool hoists =
      loop && loop.isDefinedOutsideOfLoop(result) &&
      isUsedOnlyBy(loop, result, ArrayRef<Operation *>{op.getOperation()});
  if (!hoists) {
    rewriter.setInsertionPoint(op);
    findLane();
    lanes.write(multiply(lanes.read(result)), result);
    rewriter.eraseOp(op);
    return;
  }
  rewriter.setInsertionPoint(loop);
  findLane();
  Value tile = view ? view.getSource() : result;
  linalg::FillOp fill = fillOf(loop, tile);
  const SmallVector<Value> sums =
      fill ? lanes.fill(fill.getInputs().front(), result) : lanes.read(result);
  if (fill)
    rewriter.eraseOp(fill);
  Operation *product = op;
  loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, sums, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
        OpBuilder::InsertionGuard guard(rewriter);
        rewriter.setInsertionPoint(product);
        return multiply(SmallVector<Value>(arguments.begin(), arguments.end()));
      }));
  rewriter.eraseOp(product);
  rewriter.setInsertionPointAfter(loop);
  lanes.write(loop.getResults().take_back(sums.size()), result);
}

LogicalResult multiplyInWarp(RewriterBase &rewriter, linalg::LinalgOp op) {
  WarpProduct product(rewriter, op);
  if (failed(product.match()))
    return failure();
  product.build();
  return success();
}
} // namespace mlirgym::lowering
