#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "program/Try.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
namespace {

namespace memref = mlir::memref;
namespace ml_program = mlir::ml_program;

/// The global that `op` reads or writes; null if it is another operation.
mlir::Operation *globalOf(mlir::Operation *op) {
  auto find = [op](mlir::SymbolRefAttr name) {
    return mlir::SymbolTable::lookupNearestSymbolFrom(op, name);
  };
  return llvm::TypeSwitch<mlir::Operation *, mlir::Operation *>(op)
      .Case<memref::GetGlobalOp>(
          [&](auto get) { return find(get.getNameAttr()); })
      .Case<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp,
            ml_program::GlobalStoreOp>(
          [&](auto access) { return find(access.getGlobalAttr()); })
      .Default([](auto) { return nullptr; });
}

llvm::Error refused(mlir::Operation *op, mlir::Operation *global,
                    const llvm::Twine &what) {
  return payloadError(
      op, "global @" + mlir::SymbolTable::getSymbolName(global).getValue() +
              " " + what + "; make it an argument of the function");
}

/// The initial elements of a global; null if it has none.
mlir::TypedAttr initialValue(mlir::Operation *global) {
  mlir::Attribute value;
  if (auto buffer = llvm::dyn_cast<memref::GlobalOp>(global))
    value = buffer.getInitialValueAttr();
  else if (auto tensor = llvm::dyn_cast<ml_program::GlobalOp>(global))
    value = tensor.getValueAttr();
  // Null, the mark of uninitialised memory, or a reference to data elsewhere.
  return llvm::isa_and_present<mlir::ElementsAttr, mlir::IntegerAttr,
                               mlir::FloatAttr>(value)
             ? llvm::cast<mlir::TypedAttr>(value)
             : nullptr;
}

/// True if the operation leaves the contents of the memref as they are.
bool onlyReads(mlir::OpOperand &use) {
  mlir::Operation *op = use.getOwner();
  if (auto structured = llvm::dyn_cast<mlir::DestinationStyleOpInterface>(op))
    return !structured.isDpsInit(&use);
  if (auto copy = llvm::dyn_cast<memref::CopyOp>(op))
    return use.get() == copy.getSource() && use.get() != copy.getTarget();
  return llvm::isa<mlir::bufferization::ToTensorOp>(op);
}

/// Replaces an access by the elements of the global.
llvm::Error inlineAccess(mlir::Operation *access, mlir::Operation *global) {
  if (llvm::isa<ml_program::GlobalStoreOp>(access))
    return refused(access, global, "is written by the program");
  for (mlir::OpOperand &use : access->getUses())
    if (llvm::isa<memref::GetGlobalOp>(access) && !onlyReads(use))
      return refused(use.getOwner(), global,
                     "is used by '" + use.getOwner()->getName().getStringRef() +
                         "', which may write to it");
  mlir::TypedAttr value = initialValue(global);
  auto get = llvm::dyn_cast<memref::GetGlobalOp>(access);
  // The type of a global of ml_program may be more general than its value's.
  if (!value || (!get && value.getType() != access->getResult(0).getType()))
    return refused(access, global, "has no value of its type in the file");
  mlir::OpBuilder builder(access);
  mlir::Value constant =
      mlir::arith::ConstantOp::create(builder, access->getLoc(), value);
  if (get)
    constant = mlir::bufferization::ToBufferOp::create(
        builder, access->getLoc(), get.getType(), constant, /*read_only=*/true);
  access->getResult(0).replaceAllUsesWith(constant);
  access->erase();
  return llvm::Error::success();
}

} // namespace

llvm::Error inlineGlobals(mlir::func::FuncOp entry) {
  llvm::SmallVector<std::pair<mlir::Operation *, mlir::Operation *>> accesses;
  entry.walk([&](mlir::Operation *op) {
    if (mlir::Operation *global = globalOf(op))
      accesses.emplace_back(op, global);
  });
  for (auto [access, global] : accesses)
    MLIRGYM_TRY_TO(inlineAccess(access, global));
  return llvm::Error::success();
}

} // namespace mlirgym
