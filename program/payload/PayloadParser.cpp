#include "program/payload/PayloadParser.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>
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

bool isBytecode(llvm::StringRef text) { return text.starts_with("ML\xefR"); }

/// A copy, unless it is bytecode of a mapped file: MLIR's lexer reads up to a
/// null byte, which may not follow `text`, and resources are aligned.
static std::unique_ptr<llvm::MemoryBuffer> bufferFor(llvm::StringRef text,
                                                     llvm::StringRef origin) {
  constexpr llvm::Align page = llvm::Align::Constant<4096>();
  if (!isBytecode(text))
    return llvm::MemoryBuffer::getMemBufferCopy(text, origin);
  if (llvm::isAddrAligned(page, text.data()))
    return llvm::MemoryBuffer::getMemBuffer(text, origin,
                                            /*RequiresNullTerminator=*/false);
  auto copy = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(text.size(),
                                                                origin, page);
  llvm::copy(text, copy->getBufferStart());
  return copy;
}

mlir::OwningOpRef<mlir::ModuleOp> parsePayload(llvm::StringRef text,
                                               llvm::StringRef origin,
                                               mlir::MLIRContext &context) {
  auto source = std::make_shared<llvm::SourceMgr>();
  source->AddNewSourceBuffer(bufferFor(text, origin), llvm::SMLoc());
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(
      source, mlir::ParserConfig(&context));
  if (module && !isTrueWithoutNotes(*module))
    return nullptr;
  return module;
}

} // namespace mlirgym
