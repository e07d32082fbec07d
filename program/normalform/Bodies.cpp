#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "program/Try.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mlirgym {
namespace {

namespace arith = mlir::arith;
namespace scf = mlir::scf;

/// An assertion states what the input must be; it computes nothing. Inputs are
/// drawn so that indices are valid, and the reference notices others.
llvm::Error dropAssertion(mlir::cf::AssertOp assertion) {
  if (mlir::matchPattern(assertion.getArg(), mlir::m_Zero()))
    return payloadError(assertion,
                        "an assertion that never holds (" + assertion.getMsg() +
                            "); export the program with inputs that it "
                            "accepts");
  assertion.erase();
  return llvm::Error::success();
}

/// Only exponents of i32 have a lowering.
void narrowExponent(mlir::math::FPowIOp power) {
  llvm::APInt exponent;
  mlir::Type type = power.getRhs().getType();
  if (!type.isIntOrIndex() || type.isInteger(32) ||
      !mlir::matchPattern(power.getRhs(), mlir::m_ConstantInt(&exponent)) ||
      !exponent.isSignedIntN(32))
    return;
  mlir::OpBuilder builder(power);
  power.getRhsMutable().assign(arith::ConstantOp::create(
      builder, power.getLoc(),
      builder.getIntegerAttr(builder.getI32Type(), exponent.sextOrTrunc(32))));
}

/// The operand that must be changed so that the operation can be computed where
/// its result is not used: an index into a tensor, or a divisor.
llvm::SmallVector<mlir::OpOperand *> guarded(mlir::Operation *op) {
  llvm::SmallVector<mlir::OpOperand *> operands;
  if (auto extract = llvm::dyn_cast<mlir::tensor::ExtractOp>(op))
    for (mlir::OpOperand &index : extract.getIndicesMutable())
      operands.push_back(&index);
  else if (llvm::isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
                     arith::RemUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
                     arith::FloorDivSIOp>(op))
    operands.push_back(&op->getOpOperand(1));
  return operands;
}

bool canBeFlat(scf::IfOp branch) {
  return branch.getNumResults() != 0 &&
         llvm::all_of(branch->getRegions(), [](mlir::Region &region) {
           return llvm::all_of(region.front().without_terminator(),
                               [](mlir::Operation &op) {
                                 return op.getNumRegions() == 0 &&
                                        mlir::isMemoryEffectFree(&op);
                               });
         });
}

/// Computes both sides of a branch within a body, then selects: a body without
/// branches has vectors. What may fail on the side that is not taken gets an
/// operand with which it does not: index 0, divisor 1.
void flatten(scf::IfOp branch) {
  mlir::OpBuilder builder(branch);
  mlir::Location loc = branch.getLoc();
  mlir::Value condition = branch.getCondition();
  for (mlir::Block *side : {branch.thenBlock(), branch.elseBlock()}) {
    const bool isThen = side == branch.thenBlock();
    for (mlir::Operation &op :
         llvm::make_early_inc_range(side->without_terminator())) {
      op.moveBefore(branch);
      builder.setInsertionPoint(&op);
      for (mlir::OpOperand *operand : guarded(&op)) {
        if (mlir::matchPattern(operand->get(), mlir::m_Constant()))
          continue;
        const int64_t harmless = llvm::isa<mlir::tensor::ExtractOp>(op) ? 0 : 1;
        mlir::Value other = arith::ConstantOp::create(
            builder, loc,
            builder.getIntegerAttr(operand->get().getType(), harmless));
        operand->set(arith::SelectOp::create(builder, loc, condition,
                                             isThen ? operand->get() : other,
                                             isThen ? other : operand->get()));
      }
    }
  }
  builder.setInsertionPoint(branch);
  for (auto [result, ifTrue, ifFalse] :
       llvm::zip_equal(branch.getResults(), branch.thenYield().getOperands(),
                       branch.elseYield().getOperands()))
    result.replaceAllUsesWith(
        arith::SelectOp::create(builder, loc, condition, ifTrue, ifFalse));
  branch.erase();
}

} // namespace

llvm::Error simplifyBodies(mlir::func::FuncOp entry) {
  llvm::SmallVector<mlir::cf::AssertOp> assertions;
  llvm::SmallVector<scf::IfOp> branches; // inner ones first
  entry.walk([&](mlir::Operation *op) {
    if (auto assertion = llvm::dyn_cast<mlir::cf::AssertOp>(op))
      assertions.push_back(assertion);
    else if (auto power = llvm::dyn_cast<mlir::math::FPowIOp>(op))
      narrowExponent(power);
    else if (auto branch = llvm::dyn_cast<scf::IfOp>(op);
             branch && op->getParentOfType<mlir::linalg::LinalgOp>())
      branches.push_back(branch);
  });
  for (mlir::cf::AssertOp assertion : assertions)
    MLIRGYM_TRY_TO(dropAssertion(assertion));
  for (scf::IfOp branch : branches)
    if (canBeFlat(branch))
      flatten(branch);
  return llvm::Error::success();
}

} // namespace mlirgym
