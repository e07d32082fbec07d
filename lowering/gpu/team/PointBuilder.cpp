//===- lowering/gpu/team/PointBuilder.cpp ---------------------------------===//
#include "lowering/gpu/team/PointBuilder.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {

bool PointBuilder::hasLanes(OpOperand &operand) {
  return lanes > 1 &&
         op.getMatchingIndexingMap(&operand).isFunctionOfDim(alongLanes);
}

PointBuilder::Values PointBuilder::indicesOf(OpOperand &operand,
                                             ValueRange indices) {
  const AffineMap map = op.getMatchingIndexingMap(&operand);
  const SmallVector<OpFoldResult> loops = getAsOpFoldResult(indices);
  Values values;
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    values.push_back(getValueOrCreateConstantIndexOp(
        rewriter, op.getLoc(),
        affine::makeComposedFoldedAffineApply(rewriter, op.getLoc(),
                                              map.getSubMap({i}), loops)));
  return values;
}

Value PointBuilder::load(OpOperand &operand, ValueRange indices) {
  Location loc = op.getLoc();
  Value buffer = operand.get();
  if (!isa<MemRefType>(buffer.getType()))
    return buffer; // a scalar
  const Values at = indicesOf(operand, indices);
  if (!hasLanes(operand))
    return memref::LoadOp::create(rewriter, loc, buffer, at);
  return vector::LoadOp::create(
      rewriter, loc,
      VectorType::get({lanes}, getElementTypeOrSelf(buffer.getType())), buffer,
      at);
}

void PointBuilder::store(OpOperand &operand, Value value, ValueRange indices) {
  const Values at = indicesOf(operand, indices);
  if (hasLanes(operand))
    vector::StoreOp::create(rewriter, op.getLoc(), splat(value), operand.get(),
                            at);
  else
    memref::StoreOp::create(rewriter, op.getLoc(), value, operand.get(), at);
}

Value PointBuilder::splat(Value scalar) {
  if (lanes == 1 || isa<VectorType>(scalar.getType()))
    return scalar;
  return vector::BroadcastOp::create(rewriter, op.getLoc(),
                                     VectorType::get({lanes}, scalar.getType()),
                                     scalar);
}

PointBuilder::Values PointBuilder::compute(ValueRange indices,
                                           ArrayRef<Value> outputs) {
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands())
    if (BlockArgument argument = op.getMatchingBlockArgument(input);
        !argument.use_empty())
      mapping.map(argument, load(*input, indices));
  for (auto [argument, output] :
       llvm::zip_equal(op.getRegionOutputArgs(), outputs))
    if (output)
      mapping.map(argument, output);
  for (Operation &each : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(each)) {
      mapping.map(index.getResult(), indices[index.getDim()]);
      continue;
    }
    auto isVector = [&](Value operand) {
      return isa<VectorType>(mapping.lookupOrDefault(operand).getType());
    };
    // What is the same in all lanes is computed once.
    const bool inLanes = llvm::any_of(each.getOperands(), isVector);
    if (inLanes)
      for (Value operand : each.getOperands())
        mapping.map(operand, splat(mapping.lookupOrDefault(operand)));
    Operation *clone = rewriter.clone(each, mapping);
    if (inLanes)
      for (Value result : clone->getResults())
        result.setType(VectorType::get({lanes}, result.getType()));
  }
  Values results;
  for (Value yielded : op.getBody()->getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(yielded));
  return results;
}
} // namespace mlirgym::lowering
