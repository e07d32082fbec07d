#include "program/payload/PayloadParser.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <string>

namespace mlirgym {

std::string shortened(std::string message) {
  constexpr size_t maxMessageBytes = 600;
  if (message.size() > maxMessageBytes)
    message = message.substr(0, maxMessageBytes) + "...";
  return message;
}

FirstDiagnostic::FirstDiagnostic(mlir::MLIRContext &context)
    : handler(&context, [this](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error ||
            !what.empty())
          return;
        place = describePlace(diagnostic.getLocation());
        what = shortened(diagnostic.str());
        if (auto at = diagnostic.getLocation()
                          ->findInstanceOf<mlir::FileLineColLoc>()) {
          line = at.getLine();
          column = at.getColumn();
        }
      }) {}

/// False if `module` is valid only with indexing maps that MLIR has memoized as
/// attributes and trusts without checking: in a file they may be wrong.
static bool isTrueWithoutNotes(mlir::ModuleOp module) {
  bool hadNotes = false;
  module.walk([&](mlir::Operation *op) {
    hadNotes |= bool(op->removeDiscardableAttr(
        mlir::linalg::LinalgDialect::kMemoizedIndexingMapsAttrName));
  });
  return !hadNotes || mlir::succeeded(mlir::verify(module));
}

mlir::OwningOpRef<mlir::ModuleOp> parsePayload(llvm::StringRef text,
                                               llvm::StringRef origin,
                                               mlir::MLIRContext &context) {
  // MLIR's lexer reads up to a null byte, which may not follow `text`: a copy
  // has one.
  llvm::SourceMgr source;
  source.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, origin),
                            llvm::SMLoc());
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(source, &context);
  if (module && !isTrueWithoutNotes(*module))
    return nullptr;
  return module;
}

} // namespace mlirgym
