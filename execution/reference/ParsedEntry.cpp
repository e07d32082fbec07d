#include "execution/reference/ParsedEntry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "program/payload/PayloadDialects.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>

namespace mlirgym::reference {

static mlir::DialectRegistry payloadDialects() {
  mlir::DialectRegistry registry;
  registerPayloadDialects(registry);
  return registry;
}

ParsedEntry::ParsedEntry(llvm::StringRef programText, llvm::StringRef entry,
                         size_t numArguments)
    : context(payloadDialects(), mlir::MLIRContext::Threading::DISABLED),
      quiet(&context, [](mlir::Diagnostic &) { return mlir::success(); }),
      module(mlir::parseSourceString<mlir::ModuleOp>(programText, &context)) {
  auto found = module ? module->lookupSymbol<mlir::func::FuncOp>(entry)
                      : mlir::func::FuncOp();
  if (found && found.getNumArguments() == numArguments &&
      found.getBody().hasOneBlock())
    parsed = found;
}

} // namespace mlirgym::reference
