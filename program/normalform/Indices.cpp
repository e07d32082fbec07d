#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <iterator>

namespace mlirgym {
namespace {

namespace arith = mlir::arith;
namespace tensor = mlir::tensor;

/// An index, and the largest one that is within its tensor.
struct Index {
  mlir::OpOperand *use;
  int64_t largest;
};

/// True if the number is computed from elements of tensors, not only from
/// numbers of loops and constants.
bool isFromData(mlir::Value value) {
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value)) {
    auto loop =
        llvm::dyn_cast<mlir::scf::ForOp>(argument.getOwner()->getParentOp());
    return !loop || loop.getInductionVar() != argument;
  }
  mlir::Operation *def = value.getDefiningOp();
  if (llvm::isa<mlir::linalg::IndexOp>(def))
    return false;
  if (!llvm::isa<arith::ArithDialect>(def->getDialect()))
    return true;
  return llvm::any_of(def->getOperands(), isFromData);
}

void addIndices(mlir::MutableOperandRange indices, mlir::Value source,
                llvm::SmallVectorImpl<Index> &found) {
  auto type = llvm::cast<mlir::RankedTensorType>(source.getType());
  for (auto [use, extent] : llvm::zip_equal(indices, type.getShape()))
    found.push_back({&use, extent - 1});
}

/// The offsets of a slice of `whole`.
void addOffsets(mlir::OffsetSizeAndStrideOpInterface slice, mlir::Value whole,
                llvm::SmallVectorImpl<Index> &found) {
  auto type = llvm::cast<mlir::RankedTensorType>(whole.getType());
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    const auto i = static_cast<unsigned>(dim);
    if (!slice.isDynamicOffset(i) || slice.isDynamicSize(i) ||
        slice.isDynamicStride(i))
      continue;
    const int64_t last =
        (slice.getStaticSize(i) - 1) * slice.getStaticStride(i);
    found.push_back({&slice->getOpOperand(slice.getIndexOfDynamicOffset(i)),
                     extent - 1 - last});
  }
}

llvm::SmallVector<Index> indicesFromData(mlir::func::FuncOp entry) {
  llvm::SmallVector<Index> found;
  entry.walk([&](mlir::Operation *op) {
    if (auto read = llvm::dyn_cast<tensor::ExtractOp>(op))
      addIndices(read.getIndicesMutable(), read.getTensor(), found);
    else if (auto write = llvm::dyn_cast<tensor::InsertOp>(op))
      addIndices(write.getIndicesMutable(), write.getDest(), found);
    else if (auto slice = llvm::dyn_cast<tensor::ExtractSliceOp>(op))
      addOffsets(slice, slice.getSource(), found);
    else if (auto put = llvm::dyn_cast<tensor::InsertSliceOp>(op))
      addOffsets(put, put.getDest(), found);
  });
  llvm::erase_if(found, [](const Index &index) {
    return index.largest < 0 || !isFromData(index.use->get());
  });
  return found;
}

bool isWithin(mlir::DataFlowSolver &solver, const Index &index) {
  const auto *state =
      solver.lookupState<mlir::dataflow::IntegerValueRangeLattice>(
          index.use->get());
  if (!state || state->getValue().isUninitialized())
    return false;
  const mlir::ConstantIntRanges &range = state->getValue().getValue();
  return range.umax().ule(uint64_t(index.largest));
}

/// The number as an integer of its own type, before it became an index, if all
/// indices are positive in that type.
mlir::OpOperand *placeOf(const Index &index) {
  auto cast = index.use->get().getDefiningOp<arith::IndexCastOp>();
  if (!cast || !cast->hasOneUse())
    return index.use;
  const unsigned bits = cast.getIn().getType().getIntOrFloatBitWidth();
  return llvm::isIntN(bits, index.largest) ? &cast.getInMutable() : index.use;
}

} // namespace

void clampIndices(mlir::func::FuncOp entry) {
  const llvm::SmallVector<Index> indices = indicesFromData(entry);
  if (indices.empty())
    return;
  mlir::DataFlowSolver solver;
  mlir::dataflow::loadBaselineAnalyses(solver);
  solver.load<mlir::dataflow::IntegerRangeAnalysis>();
  if (mlir::failed(solver.initializeAndRun(entry)))
    return;
  llvm::SmallVector<Index> open;
  llvm::copy_if(indices, std::back_inserter(open),
                [&](const Index &index) { return !isWithin(solver, index); });
  for (const Index &index : open) {
    mlir::OpOperand *place = placeOf(index);
    mlir::OpBuilder builder(place->getOwner());
    const mlir::Location loc = place->getOwner()->getLoc();
    mlir::Type type = place->get().getType();
    mlir::Value largest = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, index.largest));
    // A negative index is a large number without its sign.
    place->set(arith::MinUIOp::create(builder, loc, place->get(), largest));
  }
}

} // namespace mlirgym
