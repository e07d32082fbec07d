//===- lowering/module/LlvmEntry.cpp --------------------------------------===//
#include "lowering/module/ModuleEntry.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "program/Program.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// The calling convention of an llvm.func for memrefs.
enum class Convention : uint8_t {
  None,
  CInterface,   ///< pointers to descriptors
  Words,        ///< two pointers, offset, sizes and strides of each
  BarePointers, ///< a pointer to the elements of each
};

LLVM::LLVMFuncOp cInterfaceOf(LLVM::LLVMFuncOp entry) {
  auto module = entry->getParentOfType<ModuleOp>();
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(
      (cInterfacePrefix + entry.getName()).str());
  return function && !function.isExternal() ? function : LLVM::LLVMFuncOp();
}

size_t wordsOf(const SourceSignature::Value &value) {
  return 3 + 2 * value.shape.size();
}

/// The types of each memref are pointer, pointer, i64, ...
bool takesWords(LLVM::LLVMFuncOp function, const EntrySignature &signature) {
  size_t next = 0;
  for (const SourceSignature::Value &value : signature.parameters)
    for (size_t word = 0; word < wordsOf(value); ++word, ++next) {
      if (next >= function.getNumArguments())
        return false;
      Type type = function.getArgument(unsigned(next)).getType();
      if (word < 2 ? !isa<LLVM::LLVMPointerType>(type) : !type.isInteger(64))
        return false;
    }
  return next == function.getNumArguments() &&
         isa<LLVM::LLVMVoidType>(function.getFunctionType().getReturnType());
}

Convention conventionOf(LLVM::LLVMFuncOp entry,
                        const EntrySignature &signature) {
  const size_t count = signature.parameters.size();
  // All parameters need memory, and only arguments have some.
  if (!signature.results.empty() ||
      llvm::any_of(signature.parameters,
                   [](const auto &value) { return value.argument == -1; }))
    return Convention::None;
  if (auto function = cInterfaceOf(entry))
    return takesBarePointers(function, count) ? Convention::CInterface
                                              : Convention::None;
  if (takesWords(entry, signature))
    return Convention::Words;
  return takesBarePointers(entry, count) ? Convention::BarePointers
                                         : Convention::None;
}

Value loadWord(OpBuilder &builder, Location loc, Value descriptor, size_t word,
               Type type) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value address = LLVM::GEPOp::create(
      builder, loc, pointer, builder.getI64Type(), descriptor,
      llvm::ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(word)});
  return LLVM::LoadOp::create(builder, loc, type, address);
}
} // namespace

bool takesBarePointers(LLVM::LLVMFuncOp function, size_t number) {
  return function.getNumArguments() == number && !function.isVarArg() &&
         isa<LLVM::LLVMVoidType>(function.getFunctionType().getReturnType()) &&
         llvm::all_of(function.getArgumentTypes(),
                      llvm::IsaPred<LLVM::LLVMPointerType>);
}

bool matches(LLVM::LLVMFuncOp entry, const EntrySignature &signature) {
  return conventionOf(entry, signature) != Convention::None;
}

void addCInterface(LLVM::LLVMFuncOp entry, const EntrySignature &signature,
                   llvm::ArrayRef<Argument> arguments) {
  const Convention convention = conventionOf(entry, signature);
  auto module = entry->getParentOfType<ModuleOp>();
  MLIRContext *context = module.getContext();
  const std::string name = (cInterfacePrefix + entryName).str();
  LLVM::LLVMFuncOp callee =
      convention == Convention::CInterface ? cInterfaceOf(entry) : entry;
  SymbolTable symbols(module);
  if (mlir::Operation *other = symbols.lookup(name))
    (void)symbols.renameToUnique(other, {});

  OpBuilder builder(context);
  builder.setInsertionPointToEnd(module.getBody());
  auto pointer = LLVM::LLVMPointerType::get(context);
  const llvm::SmallVector<Type> types(arguments.size(), pointer);
  auto function = LLVM::LLVMFuncOp::create(
      builder, entry.getLoc(), name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types));
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  llvm::SmallVector<Value> operands;
  for (const SourceSignature::Value &value : signature.parameters) {
    Value descriptor = function.getArgument(unsigned(value.argument));
    auto load = [&](size_t word) {
      operands.push_back(
          loadWord(builder, entry.getLoc(), descriptor, word,
                   word < 2 ? Type(pointer) : Type(builder.getI64Type())));
    };
    if (convention == Convention::CInterface)
      operands.push_back(descriptor);
    else if (convention == Convention::BarePointers)
      load(1);
    else
      for (size_t word = 0; word < wordsOf(value); ++word)
        load(word);
  }
  LLVM::CallOp::create(builder, entry.getLoc(), callee, operands);
  LLVM::ReturnOp::create(builder, entry.getLoc(), ValueRange());
  callee.setLinkage(LLVM::Linkage::Internal);
}

} // namespace mlirgym::lowering
