#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <cstdint>
#include <iterator>

namespace mlirgym {
namespace {

namespace arith = mlir::arith;
namespace linalg = mlir::linalg;
namespace tensor = mlir::tensor;

/// True for tensors and memrefs of i1.
bool isMask(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  return shaped && shaped.getElementType().isInteger(1);
}

bool hasMask(mlir::Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isMask) ||
         llvm::any_of(op->getResultTypes(), isMask);
}

/// The same shape of i8; other types are unchanged.
mlir::Type asBytes(mlir::Type type) {
  return isMask(type) ? llvm::cast<mlir::ShapedType>(type).clone(
                            mlir::IntegerType::get(type.getContext(), 8))
                      : type;
}

/// One byte, 0 or 1, for each element of a constant.
mlir::TypedAttr bytesOf(mlir::TypedAttr value) {
  auto type = llvm::cast<mlir::ShapedType>(asBytes(value.getType()));
  // Elements of i1 in a resource have a byte each.
  if (auto resource = llvm::dyn_cast<mlir::DenseResourceElementsAttr>(value))
    return mlir::DenseResourceElementsAttr::get(type, resource.getRawHandle());
  auto elements = llvm::cast<mlir::DenseElementsAttr>(value);
  if (elements.isSplat())
    return mlir::DenseElementsAttr::get(type,
                                        int8_t(elements.getSplatValue<bool>()));
  return mlir::DenseElementsAttr::get(
      type, llvm::ArrayRef(llvm::map_to_vector(
                elements.getValues<bool>(), [](bool x) { return int8_t(x); })));
}

/// Gives `byte` the type i8 and its users, except `moves`, the bit that it
/// stands for.
void readByte(mlir::Value byte, mlir::OpBuilder &builder,
              mlir::Operation *moves) {
  byte.setType(builder.getI8Type());
  mlir::Location loc = byte.getLoc();
  auto zero =
      arith::ConstantOp::create(builder, loc, builder.getI8IntegerAttr(0));
  auto bit =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, byte, zero);
  byte.replaceUsesWithIf(bit, [&](mlir::OpOperand &use) {
    return use.getOwner() != bit && use.getOwner() != moves;
  });
  if (bit->use_empty()) {
    bit.erase();
    zero.erase();
  }
}

/// Extends the bits among the operands, which the operation stores.
void storeBytes(mlir::Operation *op,
                llvm::MutableArrayRef<mlir::OpOperand> operands) {
  mlir::OpBuilder builder(op);
  for (mlir::OpOperand &operand : operands)
    if (operand.get().getType().isInteger(1))
      operand.set(arith::ExtUIOp::create(builder, op->getLoc(),
                                         builder.getI8Type(), operand.get()));
}

bool hasBytes(mlir::Value value) {
  return mlir::getElementTypeOrSelf(value.getType()).isInteger(8);
}

void rewriteBody(linalg::GenericOp op) {
  mlir::Block &body = *op.getBody();
  mlir::Operation *yield = body.getTerminator();
  auto builder = mlir::OpBuilder::atBlockBegin(&body);
  for (auto [operand, argument] :
       llvm::zip_equal(op->getOperands(), body.getArguments()))
    if (argument.getType().isInteger(1) && hasBytes(operand))
      readByte(argument, builder, yield);
  for (auto [init, operand] :
       llvm::zip_equal(op.getOutputs(), yield->getOpOperands()))
    if (hasBytes(init))
      storeBytes(yield, operand);
}

/// A fill stays one: reductions begin with it.
void rewriteFill(linalg::FillOp fill) {
  mlir::OpBuilder builder(fill);
  storeBytes(fill, fill->getOpOperands().take_front());
  fill.replaceAllUsesWith(linalg::FillOp::create(builder, fill.getLoc(),
                                                 fill.value(), fill.output())
                              ->getResults());
  fill.erase();
}

} // namespace

void replaceTypes(
    mlir::func::FuncOp entry, llvm::function_ref<mlir::Type(mlir::Type)> stored,
    llvm::function_ref<mlir::TypedAttr(mlir::TypedAttr)> constantOf) {
  entry.walk([&](mlir::Operation *op) {
    auto constant = llvm::dyn_cast<arith::ConstantOp>(op);
    if (constant && stored(constant.getType()) != constant.getType())
      constant.setValueAttr(constantOf(constant.getValue()));
    for (mlir::Value result : op->getResults())
      result.setType(stored(result.getType()));
    for (mlir::Region &region : op->getRegions())
      for (mlir::BlockArgument argument : region.getArguments())
        argument.setType(stored(argument.getType()));
  });
  auto all = [&](mlir::TypeRange types) {
    return llvm::map_to_vector(types, stored);
  };
  mlir::FunctionType type = entry.getFunctionType();
  entry.setFunctionType(mlir::FunctionType::get(
      entry.getContext(), all(type.getInputs()), all(type.getResults())));
}

void writeOutBodies(mlir::func::FuncOp entry,
                    llvm::function_ref<bool(mlir::Operation *)> isConcerned) {
  llvm::SmallVector<mlir::Operation *> mapped, named;
  entry.walk([&](mlir::Operation *op) {
    if (!isConcerned(op))
      return;
    if (mlir::OpTrait::hasElementwiseMappableTraits(op))
      mapped.push_back(op);
    else if (llvm::isa<linalg::LinalgOp>(op) &&
             !llvm::isa<linalg::GenericOp, linalg::FillOp>(op))
      named.push_back(op);
  });
  mlir::RewritePatternSet patterns(entry.getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  mlir::GreedyRewriteConfig config;
  config.enableFolding(false)
      .enableConstantCSE(false)
      .setRegionSimplificationLevel(mlir::GreedySimplifyRegionLevel::Disabled)
      .setStrictness(mlir::GreedyRewriteStrictness::ExistingOps);
  (void)mlir::applyOpPatternsGreedily(mapped, std::move(patterns), config);
  mlir::IRRewriter rewriter(entry.getContext());
  for (mlir::Operation *op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, llvm::cast<linalg::LinalgOp>(op));
  }
}

void storeMasksAsBytes(mlir::func::FuncOp entry) {
  bool anyMask = llvm::any_of(entry.getArgumentTypes(), isMask);
  entry.walk([&](mlir::Operation *op) { anyMask |= hasMask(op); });
  if (!anyMask)
    return;
  // Body and yields of each operation that moves elements of a mask are
  // rewritten.
  writeOutBodies(entry, hasMask);
  // The scalars that come from masks and go to masks have then still the wrong
  // type.
  replaceTypes(entry, asBytes, bytesOf);
  entry.walk([](mlir::Operation *op) {
    if (auto extract = llvm::dyn_cast<tensor::ExtractOp>(op);
        extract && extract.getType().isInteger(1) &&
        hasBytes(extract.getTensor())) {
      mlir::OpBuilder builder(op->getBlock(), std::next(op->getIterator()));
      return readByte(extract.getResult(), builder, nullptr);
    }
    if (auto generic = llvm::dyn_cast<linalg::GenericOp>(op))
      return rewriteBody(generic);
    if (op->getNumResults() == 0 || !hasBytes(op->getResult(0)))
      return;
    if (auto fill = llvm::dyn_cast<linalg::FillOp>(op))
      return rewriteFill(fill);
    if (llvm::isa<tensor::InsertOp, tensor::FromElementsOp, tensor::SplatOp,
                  linalg::PackOp>(op))
      return storeBytes(op, op->getOpOperands());
    if (llvm::isa<tensor::PadOp, tensor::GenerateOp>(op)) {
      mlir::Operation *yield = op->getRegion(0).front().getTerminator();
      storeBytes(yield, yield->getOpOperands());
    }
  });
}

} // namespace mlirgym
