//===- lowering/buffer/CallOnce.cpp ---------------------------------------===//
#include "lowering/buffer/Passes.h"
#include "lowering/module/Marks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <iterator>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_CALLONCE
#include "lowering/buffer/Passes.h.inc"

namespace {

/// Of a function that is called once, as a byte of the module.
class State {
public:
  enum Value : int8_t { NotCalled, Running, Done };

  explicit State(func::FuncOp function) : loc(function.getLoc()) {
    OpBuilder at(function);
    byte = LLVM::GlobalOp::create(at, loc, at.getI8Type(),
                                  /*isConstant=*/false, LLVM::Linkage::Internal,
                                  function.getName().str() + ".state",
                                  at.getI8IntegerAttr(NotCalled));
  }

  mlir::Value isDone(OpBuilder &at) {
    auto load = LLVM::LoadOp::create(at, loc, at.getI8Type(), address(at),
                                     /*alignment=*/1,
                                     /*isVolatile=*/false, false, false, false,
                                     LLVM::AtomicOrdering::acquire);
    return arith::CmpIOp::create(at, loc, arith::CmpIPredicate::eq, load,
                                 constant(at, Done));
  }
  /// Whether this is the first call, which is then running.
  mlir::Value begin(OpBuilder &at) {
    mlir::Value exchanged = LLVM::AtomicCmpXchgOp::create(
        at, loc, address(at), constant(at, NotCalled), constant(at, Running),
        LLVM::AtomicOrdering::acquire, LLVM::AtomicOrdering::acquire);
    return LLVM::ExtractValueOp::create(at, loc, exchanged,
                                        ArrayRef<int64_t>{1});
  }
  void end(OpBuilder &at) {
    LLVM::StoreOp::create(at, loc, constant(at, Done), address(at),
                          /*alignment=*/1, /*isVolatile=*/false, false, false,
                          LLVM::AtomicOrdering::release);
  }

private:
  mlir::Value constant(OpBuilder &at, Value value) {
    return arith::ConstantIntOp::create(at, loc, at.getI8Type(), value);
  }
  mlir::Value address(OpBuilder &at) {
    return LLVM::AddressOfOp::create(at, loc, byte);
  }

  Location loc;
  LLVM::GlobalOp byte;
};

/// Requires: a function without results, of one block.
void runOnce(func::FuncOp function, State &state) {
  Location loc = function.getLoc();
  Block &body = function.getBody().front();
  OpBuilder at = OpBuilder::atBlockBegin(&body);
  auto ifFirst =
      scf::IfOp::create(at, loc, state.begin(at), /*withElseRegion=*/true);
  Block *first = ifFirst.thenBlock();
  first->getOperations().splice(first->begin(), body.getOperations(),
                                std::next(ifFirst->getIterator()),
                                body.getTerminator()->getIterator());
  at.setInsertionPoint(first->getTerminator());
  state.end(at);
  // Others wait.
  at.setInsertionPointToStart(ifFirst.elseBlock());
  scf::WhileOp::create(
      at, loc, TypeRange(), ValueRange(),
      [&](OpBuilder &before, Location, ValueRange) {
        mlir::Value isRunning = arith::XOrIOp::create(
            before, loc, state.isDone(before),
            arith::ConstantIntOp::create(before, loc, before.getI1Type(), 1));
        scf::ConditionOp::create(before, loc, isRunning, ValueRange());
      },
      [&](OpBuilder &after, Location, ValueRange) {
        scf::YieldOp::create(after, loc);
      });
}

struct CallOnce final : impl::CallOnceBase<CallOnce> {
  void runOnOperation() override;
};
} // namespace

void CallOnce::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(onceMark))
      functions.push_back(function);
  for (func::FuncOp function : functions) {
    function->removeAttr(onceMark);
    OpBuilder at(function);
    function->setAttr("passthrough", at.getStrArrayAttr({"cold", "noinline"}));
    function->setAttr(
        "llvm.linkage",
        LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal));
    State state(function);
    runOnce(function, state);
    auto uses = SymbolTable::getSymbolUses(function, module);
    for (SymbolTable::SymbolUse use : *uses) {
      auto call = cast<func::CallOp>(use.getUser());
      at.setInsertionPoint(call);
      auto ifDone = scf::IfOp::create(at, call.getLoc(), state.isDone(at),
                                      /*withElseRegion=*/true);
      call->moveBefore(ifDone.elseBlock()->getTerminator());
    }
  }
}
} // namespace mlirgym::lowering
