//===- program/payload/PayloadParser.h - MLIR's parser on untrusted IR ----===//
#ifndef MLIRGYM_PROGRAM_PAYLOAD_PAYLOADPARSER_H
#define MLIRGYM_PROGRAM_PAYLOAD_PAYLOADPARSER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlirgym {

/// A message of MLIR, cut to the length of an error message: some messages
/// print a whole attribute, megabytes of weights.
std::string shortened(std::string message);

/// The first error that MLIR reports in a context while this object exists.
/// Nothing is printed to stderr.
class FirstDiagnostic {
public:
  explicit FirstDiagnostic(mlir::MLIRContext &context);

  std::string place;             ///< as describePlace() gives it
  std::string what;              ///< shortened; "" without an error
  unsigned line = 0, column = 0; ///< from 1 on; 0: unknown

private:
  mlir::ScopedDiagnosticHandler handler;
};

bool isBytecode(llvm::StringRef text);

/// Parses and verifies text or bytecode; null if it is invalid. Attributes that
/// MLIR would trust without checking are removed. Resources of bytecode that is
/// at the beginning of a page are not copied: it has to outlive the context.
mlir::OwningOpRef<mlir::ModuleOp> parsePayload(llvm::StringRef text,
                                               llvm::StringRef origin,
                                               mlir::MLIRContext &context);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PAYLOAD_PAYLOADPARSER_H
