//===- execution/reference/ParsedEntry.h - The program as IR ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_PARSEDENTRY_H
#define MLIRGYM_EXECUTION_REFERENCE_PARSEDENTRY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>

namespace mlirgym::reference {

/// The entry function of a program, in a context of its own without anything
/// that the lowering registers or changes. Diagnostics are not printed.
class ParsedEntry {
public:
  ParsedEntry(llvm::StringRef programText, llvm::StringRef entry,
              size_t numArguments);

  /// Null if the text has no function `entry` in normal form with this number
  /// of arguments.
  mlir::func::FuncOp function() const { return parsed; }

private:
  mlir::MLIRContext context;
  mlir::ScopedDiagnosticHandler quiet;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp parsed;
};
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_PARSEDENTRY_H
