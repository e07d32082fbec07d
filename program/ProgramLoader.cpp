#include "program/ProgramLoader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "program/Complexity.h"
#include "program/MlirRlForm.h"
#include "program/Normalize.h"
#include "program/OperationAnalysis.h"
#include "program/PayloadCheck.h"
#include "program/PayloadDialects.h"
#include "program/PayloadError.h"
#include "program/ProgramKeyHash.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace mlirgym {

static mlir::DialectRegistry payloadRegistry() {
  mlir::DialectRegistry registry;
  registerPayloadDialects(registry);
  return registry;
}

struct ProgramLoader::Impl {
  Impl()
      : context(payloadRegistry(), mlir::MLIRContext::Threading::DISABLED),
        normalizer((context.loadAllAvailableDialects(), context)) {}

  /// Parses and verifies. Nothing reaches stderr: the first of MLIR's
  /// diagnostics becomes the error.
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  parse(llvm::StringRef text, llvm::StringRef origin);

  mlir::MLIRContext context;
  Normalizer normalizer;
};

ProgramLoader::ProgramLoader() : impl(std::make_unique<Impl>()) {}
ProgramLoader::~ProgramLoader() = default;
ProgramLoader::ProgramLoader(ProgramLoader &&) noexcept = default;
ProgramLoader &ProgramLoader::operator=(ProgramLoader &&) noexcept = default;

/// MLIR's own words, and after a semicolon what to do about them.
static std::string howToMend(llvm::StringRef what) {
  if (what.empty())
    return "not an MLIR module; write the program as one func.func on tensors";
  // MLIR's advice is to allow it, which would not help.
  if (what.contains("unregistered dialect") || what.starts_with("Dialect `"))
    return what.split(". ").first.str() +
           "; write the program with func, linalg, tensor, arith, math and "
           "bufferization operations";
  return what.str() +
         "; mend the MLIR, `mlir-opt` shows the same error in its context";
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
ProgramLoader::Impl::parse(llvm::StringRef text, llvm::StringRef origin) {
  std::string place, what;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error ||
            !what.empty())
          return;
        place = describePlace(diagnostic.getLocation());
        what = diagnostic.str();
      });
  // MLIR's lexer reads on to a null byte, which need not follow `text`: a copy
  // has one.
  llvm::SourceMgr source;
  source.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, origin),
                            llvm::SMLoc());
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(source, &context);
  if (!module)
    return llvm::make_error<ProgramError>(
        (place.empty() ? origin.str() : place) + ": " + howToMend(what));
  // Bytecode may come without locations; then at least the file is known.
  if (describePlace(module->getLoc()).empty())
    (*module)->setLoc(mlir::FileLineColLoc::get(&context, origin, 0, 0));
  return module;
}

llvm::Expected<Program> ProgramLoader::loadFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::make_error<ProgramError>(
        path.str() + ": cannot be read: " + buffer.getError().message() +
        "; check the path");
  return loadText((*buffer)->getBuffer(), llvm::sys::path::stem(path), path);
}

llvm::Expected<Program> ProgramLoader::loadText(llvm::StringRef text,
                                                llvm::StringRef name,
                                                llvm::StringRef origin) {
  if (text.trim().empty())
    return llvm::make_error<ProgramError>(
        origin.str() +
        ":1:1: empty; write the program as one func.func on tensors");
  auto module = impl->parse(text, origin);
  if (!module)
    return module.takeError();
  // Passes report through the context; what they say is in our own errors.
  mlir::ScopedDiagnosticHandler quiet(
      &impl->context, [](mlir::Diagnostic &) { return mlir::success(); });
  if (llvm::Error error = stripTiming(**module))
    return error;
  auto entry = findEntry(**module);
  if (!entry)
    return entry.takeError();
  if (llvm::Error error = checkPayload(*entry))
    return error;
  if (llvm::Error error = impl->normalizer.normalize(**module, *entry))
    return error;

  Program program;
  program.programName = name.str();
  program.entrySymbol = entryName.str();
  llvm::raw_string_ostream os(program.ir);
  // Not operator<<, which would repeat each affine map.
  (*module)->print(os, mlir::OpPrintingFlags().assumeVerified());
  os << '\n';
  program.ops = analyzeOperations(*entry);
  program.args = analyzeArguments(*entry);
  program.programKey = hashPayload(**module);
  program.work = complexityOf(program.ops, program.args);
  return program;
}

} // namespace mlirgym
