//===- lowering/tensor/Winograd.cpp ---------------------------------------===//
#include "lowering/module/Marks.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/Passes.h"
#include "lowering/tensor/WinogradTransforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_WINOGRAD
#include "lowering/tensor/Passes.h.inc"

namespace {

/// Results of a product that stay in registers.
struct RegisterTile {
  int64_t rows = 1, vectors = 1;
};

/// The tile for which a product of `rows` rows and `vectors` vectors per row
/// takes the least time per term. Times are in quarters of a cycle: an
/// iteration does rows x vectors multiplications, loads `rows` scalars and the
/// vectors, mostly in parallel with them, and takes at least the latency of an
/// addition.
RegisterTile bestTile(int64_t rows, int64_t vectors, unsigned registers) {
  constexpr int64_t latency = 32, mostVectors = 4;
  RegisterTile best;
  int64_t fewest = std::numeric_limits<int64_t>::max();
  for (int64_t v = 1; v <= std::min(vectors, mostVectors); ++v)
    for (int64_t r = 1; r <= rows && r * v + v + 1 < registers; ++r) {
      auto cycles = [&](int64_t height, int64_t width) {
        return height == 0 || width == 0
                   ? 0
                   : std::max(4 * height * width + height + width, latency);
      };
      const int64_t wholeRows = rows / r, wholeVectors = vectors / v;
      const int64_t total = wholeRows * wholeVectors * cycles(r, v) +
                            wholeRows * cycles(r, vectors % v) +
                            wholeVectors * cycles(rows % r, v) +
                            cycles(rows % r, vectors % v);
      if (total < fewest) {
        fewest = total;
        best = {r, v};
      }
    }
  return best;
}

/// The outermost place at which `value` is loop-invariant.
Operation *outermostUse(Operation *op, Value value) {
  while (auto loop = dyn_cast<LoopLikeOpInterface>(op->getParentOp())) {
    if (!loop.isDefinedOutsideOfLoop(value))
      break;
    op = loop;
  }
  return op;
}

bool isZero(linalg::FillOp fill) {
  return fill && matchPattern(fill.getInputs().front(), m_AnyZeroFloat());
}

/// Replaces one convolution.
class Replacement {
public:
  Replacement(IRRewriter &patternRewriter, linalg::LinalgOp op,
              const WinogradConvolution &convolution, const VectorUnit &unit)
      : rewriter(patternRewriter), original(op), conv(convolution),
        vectorUnit(unit), transforms(rewriter, original.getLoc(), conv) {}

  LogicalResult run();

private:
  FailureOr<Value> multiply(Value filters, Value images);

  IRRewriter &rewriter;
  linalg::LinalgOp original;
  const WinogradConvolution &conv;
  const VectorUnit &vectorUnit;
  WinogradTransforms transforms;
};
} // namespace

/// The products of all points, in tiles of registers.
FailureOr<Value> Replacement::multiply(Value filters, Value images) {
  const Location loc = original.getLoc();
  const int64_t tiles = conv.tiles();
  const int64_t rows = conv.channelsFirst ? conv.filters : tiles;
  const int64_t columns = conv.channelsFirst ? tiles : conv.filters;
  Value products = transforms.pointMatrices(rows, columns);
  Value zero = arith::ConstantOp::create(rewriter, loc,
                                         rewriter.getZeroAttr(conv.element));
  Value zeros = linalg::FillOp::create(rewriter, loc, ValueRange(zero),
                                       ValueRange(products))
                    .getResult(0);
  AffineExpr point, row, column, channel;
  bindDims(rewriter.getContext(), point, row, column, channel);
  auto mapOf = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(4, 0, exprs, rewriter.getContext());
  };
  const AffineMap left = conv.channelsFirst ? mapOf({point, channel, row})
                                            : mapOf({point, row, channel});
  const AffineMap right = mapOf({point, channel, column});
  using utils::IteratorType;
  auto product = linalg::GenericOp::create(
      rewriter, loc, TypeRange(zeros.getType()),
      conv.channelsFirst ? ValueRange{filters, images}
                         : ValueRange{images, filters},
      ValueRange(zeros), ArrayRef{left, right, mapOf({point, row, column})},
      ArrayRef{IteratorType::parallel, IteratorType::parallel,
               IteratorType::parallel, IteratorType::reduction},
      [](OpBuilder &at, Location where, ValueRange args) {
        Value term = arith::MulFOp::create(at, where, args[0], args[1]);
        linalg::YieldOp::create(
            at, where,
            ValueRange(arith::AddFOp::create(at, where, args[2], term)));
      });
  const RegisterTile registers = bestTile(
      rows, llvm::divideCeil(columns, conv.lanes), vectorUnit.registers);
  // Two terms at once: the loop has fewer jumps.
  constexpr int64_t terms = 2;
  auto sizes = [&](ArrayRef<int64_t> values) {
    return getAsIndexOpFoldResult(rewriter.getContext(), values);
  };
  scf::SCFTileAndFuseOptions inRegisters;
  inRegisters.tilingOptions.setTileSizes(
      sizes({1, registers.rows, registers.vectors * conv.lanes, 0}));
  FailureOr<scf::SCFTileAndFuseResult> tiled =
      scf::tileConsumerAndFuseProducersUsingSCF(
          rewriter, cast<TilingInterface>(product.getOperation()), inRegisters);
  if (failed(tiled))
    return failure();
  Value result = tiled->replacements.lookup(product->getResult(0));
  for (Operation *part : tiled->tiledAndFusedOps)
    part->setAttr(vectorizeMark, rewriter.getUnitAttr());
  auto inner = cast<TilingInterface>(tiled->tiledAndFusedOps.front());
  scf::SCFTilingOptions inTerms;
  inTerms.setTileSizes(sizes({0, 0, 0, terms}));
  rewriter.setInsertionPoint(inner);
  FailureOr<scf::SCFTilingResult> pieces =
      scf::tileUsingSCF(rewriter, inner, inTerms);
  if (failed(pieces))
    return failure();
  for (Operation *part : pieces->tiledOps)
    part->setAttr(vectorizeMark, rewriter.getUnitAttr());
  rewriter.replaceOp(inner, pieces->replacements);
  return result;
}

LogicalResult Replacement::run() {
  Value image = original.getDpsInputs()[0], filter = original.getDpsInputs()[1],
        init = original.getDpsInits()[0];
  // Data that several tiles share is transformed once.
  rewriter.setInsertionPoint(outermostUse(original, filter));
  Value filters = transforms.ofFilters(filter);
  rewriter.setInsertionPoint(outermostUse(original, image));
  Value images = transforms.ofImages(image);
  rewriter.setInsertionPoint(original);
  FailureOr<Value> products = multiply(filters, images);
  if (failed(products))
    return failure();
  rewriter.setInsertionPoint(original);
  auto fill = init.getDefiningOp<linalg::FillOp>();
  const bool startsAtZero = isZero(fill);
  Value results = transforms.ofProducts(
      *products, startsAtZero ? fill.getOutputs().front() : init,
      !startsAtZero);
  rewriter.replaceOp(original, results);
  return success();
}

namespace {
struct Winograd final : impl::WinogradBase<Winograd> {
  using WinogradBase::WinogradBase;
  void runOnOperation() override;
};
} // namespace

void Winograd::runOnOperation() {
  SmallVector<linalg::LinalgOp> marked;
  getOperation().walk([&](linalg::LinalgOp op) {
    if (op->hasAttr(winogradMark))
      marked.push_back(op);
  });
  const VectorUnit unit = {.bits = vectorBits, .registers = vectorRegisters};
  IRRewriter rewriter(&getContext());
  for (linalg::LinalgOp op : marked) {
    std::optional<WinogradConvolution> conv =
        WinogradConvolution::of(op, unit.bits);
    if (!conv) {
      ++numLeft;
      continue;
    }
    if (failed(Replacement(rewriter, op, *conv, unit).run()))
      return signalPassFailure();
    ++numReplaced;
  }
}
} // namespace mlirgym::lowering
