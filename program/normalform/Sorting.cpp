#include "program/normalform/Sorting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "program/payload/TmTensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mlirgym {
namespace {

namespace arith = mlir::arith;
namespace linalg = mlir::linalg;
namespace scf = mlir::scf;
namespace tensor = mlir::tensor;
using Values = llvm::SmallVector<mlir::Value>;
using mlir::RankedTensorType;

/// True if the region has one block, with these arguments, that yields one
/// value of type `yielded`.
bool computes(mlir::Operation *op, llvm::ArrayRef<mlir::Type> arguments,
              mlir::Type yielded) {
  mlir::Region &region = op->getRegion(0);
  if (!region.hasOneBlock() || region.front().empty())
    return false;
  mlir::Block &block = region.front();
  auto yield = llvm::dyn_cast<TmYieldOp>(block.back());
  return yield && llvm::equal(block.getArgumentTypes(), arguments) &&
         yield->getNumOperands() == 1 &&
         yield->getOperand(0).getType() == yielded;
}

/// The region's value for these arguments.
mlir::Value inlined(mlir::OpBuilder &builder, mlir::Operation *op,
                    mlir::ValueRange arguments) {
  mlir::IRMapping map;
  mlir::Block &block = op->getRegion(0).front();
  map.map(block.getArguments(), arguments);
  for (mlir::Operation &inner : block.without_terminator())
    builder.clone(inner, map);
  return map.lookupOrDefault(block.getTerminator()->getOperand(0));
}

/// The tensor types of all operands, of static shape; nullopt if one has
/// another.
std::optional<llvm::SmallVector<RankedTensorType>>
typesOf(mlir::Operation *op) {
  llvm::SmallVector<RankedTensorType> types;
  for (mlir::Type each : op->getOperandTypes()) {
    auto type = llvm::dyn_cast<RankedTensorType>(each);
    if (!type || !type.hasStaticShape() ||
        !type.getElementType().isIntOrFloat())
      return std::nullopt;
    types.push_back(type);
  }
  return types;
}

/// The attribute `dimension`, within the rank; nullopt if there is none.
std::optional<unsigned> dimensionOf(mlir::Operation *op, int64_t rank) {
  auto given = op->getAttrOfType<mlir::IntegerAttr>("dimension");
  if (!given || given.getInt() < 0 || given.getInt() >= rank)
    return std::nullopt;
  return unsigned(given.getInt());
}

mlir::Value filled(mlir::OpBuilder &builder, mlir::Location loc,
                   RankedTensorType type) {
  // The only neutral element of a sum: 0 + -0 is 0.
  mlir::Type element = type.getElementType();
  mlir::TypedAttr neutral =
      llvm::isa<mlir::FloatType>(element)
          ? mlir::TypedAttr(builder.getFloatAttr(element, -0.0))
          : mlir::TypedAttr(builder.getIntegerAttr(element, 0));
  mlir::Value value = arith::ConstantOp::create(builder, loc, neutral);
  mlir::Value empty =
      tensor::EmptyOp::create(builder, loc, type.getShape(), element);
  return linalg::FillOp::create(builder, loc, value, empty).getResult(0);
}

/// Loops over a tensor, and one more, a reduction, that takes the place of one
/// dimension in some operands.
struct PairLoops {
  PairLoops(mlir::OpBuilder &builder, int64_t rank, unsigned dim)
      : here(mlir::AffineMap::getMultiDimIdentityMap(unsigned(rank) + 1,
                                                     builder.getContext())
                 .dropResult(unsigned(rank))),
        there(here), loops(size_t(rank), mlir::utils::IteratorType::parallel) {
    llvm::SmallVector<mlir::AffineExpr> places(here.getResults());
    places[dim] = builder.getAffineDimExpr(unsigned(rank));
    there = mlir::AffineMap::get(unsigned(rank) + 1, 0, places,
                                 builder.getContext());
    loops.push_back(mlir::utils::IteratorType::reduction);
  }
  mlir::AffineMap here, there;
  llvm::SmallVector<mlir::utils::IteratorType> loops;
};

/// The number of elements that precede each element of a row in sorted order.
/// Elements that are in order both ways stay as they are.
mlir::Value rankOf(mlir::IRRewriter &rewriter, mlir::Operation *op,
                   RankedTensorType type, unsigned dim) {
  mlir::Location loc = op->getLoc();
  const int64_t rank = type.getRank();
  const PairLoops pairs(rewriter, rank, dim);
  Values inputs;
  llvm::SmallVector<mlir::AffineMap> maps;
  for (mlir::Value operand : op->getOperands())
    for (mlir::AffineMap map : {pairs.here, pairs.there}) {
      inputs.push_back(operand);
      maps.push_back(map);
    }
  maps.push_back(pairs.here);
  mlir::Value init = filled(rewriter, loc, type.clone(rewriter.getI32Type()));
  auto body = [&](mlir::OpBuilder &builder, mlir::Location,
                  mlir::ValueRange arguments) {
    Values forth(arguments.drop_back()), back;
    for (size_t i = 0; i < forth.size(); i += 2) {
      back.push_back(forth[i + 1]);
      back.push_back(forth[i]);
    }
    // Of two equal elements, the first is in order before the other.
    mlir::Value here = linalg::IndexOp::create(builder, loc, dim);
    mlir::Value there = linalg::IndexOp::create(builder, loc, rank);
    mlir::Value isFirst = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, there, here);
    mlir::Value isOther = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, there, here);
    mlir::Value yes =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    mlir::Value notAfter =
        arith::XOrIOp::create(builder, loc, inlined(builder, op, forth), yes);
    mlir::Value precedes = arith::AndIOp::create(
        builder, loc, isOther,
        arith::SelectOp::create(builder, loc, isFirst,
                                inlined(builder, op, back), notAfter));
    mlir::Value one =
        arith::ExtUIOp::create(builder, loc, builder.getI32Type(), precedes);
    linalg::YieldOp::create(builder, loc,
                            mlir::ValueRange(arith::AddIOp::create(
                                builder, loc, arguments.back(), one)));
  };
  return linalg::GenericOp::create(rewriter, loc, init.getType(), inputs, init,
                                   maps, pairs.loops, body)
      .getResult(0);
}

/// The elements of `source` at the places that `ranks` gives them: each is the
/// sum of those that belong there, which is one.
mlir::Value placed(mlir::IRRewriter &rewriter, mlir::Location loc,
                   mlir::Value source, mlir::Value ranks, unsigned dim) {
  auto type = llvm::cast<RankedTensorType>(source.getType());
  const PairLoops pairs(rewriter, type.getRank(), dim);
  mlir::Value init = filled(rewriter, loc, type);
  mlir::Value neutral = init.getDefiningOp<linalg::FillOp>().value();
  auto body = [&](mlir::OpBuilder &builder, mlir::Location,
                  mlir::ValueRange arguments) {
    mlir::Value place =
        arith::IndexCastOp::create(builder, loc, builder.getI32Type(),
                                   linalg::IndexOp::create(builder, loc, dim));
    mlir::Value belongs = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, arguments[1], place);
    mlir::Value term =
        arith::SelectOp::create(builder, loc, belongs, arguments[0], neutral);
    mlir::Value sum =
        llvm::isa<mlir::FloatType>(term.getType())
            ? arith::AddFOp::create(builder, loc, arguments[2], term)
                  .getResult()
            : arith::AddIOp::create(builder, loc, arguments[2], term)
                  .getResult();
    linalg::YieldOp::create(builder, loc, sum);
  };
  const llvm::SmallVector<mlir::AffineMap> maps = {pairs.there, pairs.there,
                                                   pairs.here};
  return linalg::GenericOp::create(rewriter, loc, type,
                                   mlir::ValueRange{source, ranks}, init, maps,
                                   pairs.loops, body)
      .getResult(0);
}

mlir::LogicalResult decomposeSort(mlir::Operation *op,
                                  mlir::IRRewriter &rewriter) {
  auto types = typesOf(op);
  if (!types || types->empty() ||
      !llvm::equal(op->getOperandTypes(), op->getResultTypes()))
    return mlir::failure();
  RankedTensorType first = types->front();
  auto dim = dimensionOf(op, first.getRank());
  llvm::SmallVector<mlir::Type> pairs;
  for (RankedTensorType type : *types) {
    if (type.getShape() != first.getShape())
      return mlir::failure();
    pairs.append(2, type.getElementType());
  }
  if (!dim || !computes(op, pairs, rewriter.getI1Type()))
    return mlir::failure();
  mlir::Value ranks = rankOf(rewriter, op, first, *dim);
  Values sorted;
  for (mlir::Value operand : op->getOperands())
    sorted.push_back(placed(rewriter, op->getLoc(), operand, ranks, *dim));
  rewriter.replaceOp(op, sorted);
  return mlir::success();
}

/// A loop from 0 to `end` that carries tensors.
scf::ForOp loopTo(mlir::IRRewriter &rewriter, mlir::Location loc, int64_t end,
                  mlir::ValueRange carried) {
  auto number = [&](int64_t value) -> mlir::Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  return scf::ForOp::create(rewriter, loc, number(0), number(end), number(1),
                            carried);
}

mlir::LogicalResult decomposeScan(mlir::Operation *op,
                                  mlir::IRRewriter &rewriter) {
  auto types = typesOf(op);
  auto isInclusive = op->getAttrOfType<mlir::BoolAttr>("inclusive");
  if (!types || types->size() != 3 || !isInclusive ||
      !llvm::equal(llvm::drop_begin(op->getOperandTypes()),
                   op->getResultTypes()))
    return mlir::failure();
  RankedTensorType type = types->front(), last = types->back();
  mlir::Type element = type.getElementType();
  auto dim = dimensionOf(op, type.getRank());
  if (!dim || (*types)[1] != type || last.getElementType() != element ||
      !computes(op, {element, element}, element))
    return mlir::failure();
  llvm::SmallVector<int64_t> row(type.getShape());
  row.erase(row.begin() + *dim);
  if (last.getShape() != llvm::ArrayRef(row))
    return mlir::failure();

  mlir::Location loc = op->getLoc();
  scf::ForOp loop = loopTo(rewriter, loc, type.getDimSize(*dim),
                           op->getOperands().drop_front());
  rewriter.setInsertionPointToStart(loop.getBody());
  llvm::SmallVector<mlir::OpFoldResult> offsets(size_t(type.getRank()),
                                                rewriter.getIndexAttr(0)),
      sizes, strides(size_t(type.getRank()), rewriter.getIndexAttr(1));
  for (int64_t extent : type.getShape())
    sizes.push_back(rewriter.getIndexAttr(extent));
  offsets[*dim] = loop.getInductionVar();
  sizes[*dim] = rewriter.getIndexAttr(1);
  mlir::Value before = loop.getRegionIterArg(1);
  mlir::Value now = tensor::ExtractSliceOp::create(
      rewriter, loc, last, op->getOperand(0), offsets, sizes, strides);
  mlir::Value empty =
      tensor::EmptyOp::create(rewriter, loc, last.getShape(), element);
  const llvm::SmallVector<mlir::AffineMap> maps(
      3, rewriter.getMultiDimIdentityMap(unsigned(last.getRank())));
  const llvm::SmallVector<mlir::utils::IteratorType> loops(
      size_t(last.getRank()), mlir::utils::IteratorType::parallel);
  mlir::Value after =
      linalg::GenericOp::create(
          rewriter, loc, last, mlir::ValueRange{before, now}, empty, maps,
          loops,
          [&](mlir::OpBuilder &builder, mlir::Location,
              mlir::ValueRange arguments) {
            linalg::YieldOp::create(
                builder, loc, inlined(builder, op, arguments.drop_back()));
          })
          .getResult(0);
  mlir::Value all = tensor::InsertSliceOp::create(
      rewriter, loc, isInclusive.getValue() ? after : before,
      loop.getRegionIterArg(0), offsets, sizes, strides);
  scf::YieldOp::create(rewriter, loc, mlir::ValueRange{all, after});
  rewriter.replaceOp(op, loop.getResults());
  return mlir::success();
}

mlir::LogicalResult decomposeScatter(mlir::Operation *op,
                                     mlir::IRRewriter &rewriter) {
  auto types = typesOf(op);
  auto map = op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimension_map");
  if (!types || types->size() != 3 || !map ||
      !llvm::equal(llvm::drop_begin(op->getOperandTypes(), 2),
                   op->getResultTypes()))
    return mlir::failure();
  RankedTensorType updates = (*types)[0], indices = (*types)[1],
                   target = (*types)[2];
  mlir::Type element = target.getElementType();
  // The slices have the last dimensions of the target.
  const int64_t leading = target.getRank() - updates.getRank() + 1;
  llvm::SmallVector<int64_t> dims(map.asArrayRef());
  llvm::sort(dims);
  auto isIndexed = [&](int64_t dim) { return llvm::is_contained(dims, dim); };
  auto isWithin = [&](int64_t dim) {
    return dim >= leading &&
           updates.getDimSize(dim - leading + 1) <= target.getDimSize(dim);
  };
  if (updates.getRank() == 0 || leading < 0 ||
      updates.getElementType() != element ||
      llvm::adjacent_find(dims) != dims.end() ||
      (!dims.empty() &&
       (dims.front() < 0 || dims.back() >= target.getRank())) ||
      !llvm::all_of(
          llvm::seq<int64_t>(0, target.getRank()),
          [&](int64_t dim) { return isIndexed(dim) || isWithin(dim); }) ||
      indices.getRank() != 2 || !indices.getElementType().isInteger() ||
      indices.getShape() != llvm::ArrayRef<int64_t>({updates.getDimSize(0),
                                                     int64_t(dims.size())}) ||
      !computes(op, {element, element}, element))
    return mlir::failure();

  mlir::Location loc = op->getLoc();
  auto constant = [&](mlir::OpBuilder &builder, int64_t value) -> mlir::Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Values least, most, steps;
  for (int64_t extent : updates.getShape()) {
    least.push_back(constant(rewriter, 0));
    most.push_back(constant(rewriter, extent));
    steps.push_back(constant(rewriter, 1));
  }
  auto addElement = [&](mlir::OpBuilder &builder, mlir::Location,
                        mlir::ValueRange number, mlir::ValueRange before) {
    Values place{size_t(leading)};
    llvm::append_range(place, number.drop_front());
    for (auto [column, dim] : llvm::enumerate(map.asArrayRef())) {
      mlir::Value index = tensor::ExtractOp::create(
          builder, loc, op->getOperand(1),
          mlir::ValueRange{number.front(), constant(builder, int64_t(column))});
      mlir::Value start = arith::IndexCastOp::create(
          builder, loc, builder.getIndexType(), index);
      mlir::Value &at = place[size_t(dim)];
      at = at ? arith::AddIOp::create(builder, loc, start, at) : start;
    }
    mlir::Value update =
        tensor::ExtractOp::create(builder, loc, op->getOperand(0), number);
    mlir::Value old =
        tensor::ExtractOp::create(builder, loc, before.front(), place);
    mlir::Value after = tensor::InsertOp::create(
        builder, loc, inlined(builder, op, {update, old}), before.front(),
        place);
    return scf::ValueVector{after};
  };
  scf::LoopNest loops = scf::buildLoopNest(rewriter, loc, least, most, steps,
                                           op->getOperand(2), addElement);
  rewriter.replaceOp(op, loops.results);
  return mlir::success();
}

} // namespace

bool isOfTmTensor(mlir::Operation *op) {
  return llvm::isa<TmSortOp, TmScanOp, TmScatterOp>(op);
}

mlir::LogicalResult decomposeTmTensor(mlir::Operation *op,
                                      mlir::IRRewriter &rewriter) {
  if (llvm::isa<TmSortOp>(op))
    return decomposeSort(op, rewriter);
  return llvm::isa<TmScanOp>(op) ? decomposeScan(op, rewriter)
                                 : decomposeScatter(op, rewriter);
}

} // namespace mlirgym
