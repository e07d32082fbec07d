#include "lowering/module/ModuleReader.h"
#include "lowering/module/Dialects.h"
#include "lowering/module/ModuleEntry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadError.h"
#include "program/payload/PayloadParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace mlir;

namespace mlirgym {
namespace {

DialectRegistry makeRegistry() {
  DialectRegistry registry;
  lowering::registerLoweringDialects(registry);
  return registry;
}

/// Advice on fixing an error of MLIR's parser or verifier.
StringRef howToMend(StringRef what) {
  if (what.contains("unregistered dialect") ||
      what.contains("not found for custom op") || what.contains("is unknown"))
    return "lower it to the dialects of MLIR first";
  return "fix the MLIR, `mlir-opt` shows the same error in its context";
}

/// True for dialects with at least some operations that the lowering accepts.
bool isLowered(StringRef dialect) {
  static constexpr llvm::StringLiteral lowered[] = {
      "affine", "arith", "bufferization", "builtin", "cf",  "func", "index",
      "linalg", "llvm",  "math",          "memref",  "omp", "scf",  "tensor",
      "ub",     "vector"};
  return llvm::is_contained(lowered, dialect);
}

constexpr StringLiteral scriptAttribute = "transform.with_named_sequence";

/// Removes the scripts beside the payload, and returns them as one module; null
/// if there is none.
OwningOpRef<ModuleOp> takeTransformScripts(ModuleOp module) {
  OwningOpRef<ModuleOp> scripts;
  auto body = [&] {
    if (!scripts) {
      scripts = ModuleOp::create(module.getLoc());
      (*scripts)->setAttr(scriptAttribute, UnitAttr::get(module.getContext()));
    }
    return scripts->getBody();
  };
  for (mlir::Operation &op : llvm::make_early_inc_range(*module.getBody())) {
    if (op.getName().getDialectNamespace() == "transform") {
      op.moveBefore(body(), body()->end());
    } else if (op.hasAttr(scriptAttribute)) {
      if (auto nested = dyn_cast<ModuleOp>(op))
        body()->getOperations().splice(body()->end(),
                                       nested.getBody()->getOperations());
      op.erase();
    }
  }
  return scripts;
}

llvm::Error checkDialects(ModuleOp module) {
  mlir::Operation *bad = nullptr;
  module.walk<WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (isLowered(op->getName().getDialectNamespace()))
      return WalkResult::advance();
    bad = op;
    return WalkResult::interrupt();
  });
  if (!bad)
    return llvm::Error::success();
  return payloadError(bad, "'" + bad->getName().getStringRef() +
                               "' has no lowering to this processor; lower it "
                               "to linalg, tensor, memref, vector, scf or llvm "
                               "operations first");
}

std::string printType(const SourceSignature::Value &value) {
  std::string text;
  for (int64_t extent : value.shape)
    text += std::to_string(extent) + "x";
  return text + nameOfElement(value.elementType).str();
}

/// "@main(8x16xf32, 16xf32) -> (8xf32)".
std::string print(const SourceSignature &source) {
  auto list = [](const std::vector<SourceSignature::Value> &values) {
    return "(" + llvm::join(llvm::map_range(values, printType), ", ") + ")";
  };
  std::string text = "@" + source.entry + list(source.parameters);
  return source.results.empty() ? text : text + " -> " + list(source.results);
}

std::string print(FunctionOpInterface function) {
  std::string text = "@" + function.getName().str();
  llvm::raw_string_ostream os(text);
  if (auto func = dyn_cast<func::FuncOp>(function.getOperation()))
    os << func.getFunctionType();
  else
    os << " of type " << function.getFunctionType();
  return shortened(std::move(text));
}

llvm::Error differs(FunctionOpInterface entry, const ModuleText &given) {
  if (!given.kernel.empty())
    return payloadError(entry, print(entry) + " cannot replace kernel " +
                                   print(given.source) +
                                   "; give it these parameters, in this order");
  return payloadError(
      entry, print(entry) + " cannot implement program '" + given.program +
                 "', which is " + print(given.source) +
                 "; give it these parameters and results, in this order, as "
                 "tensors or memrefs");
}

/// The first signature that fits. `numParameters`: see signaturesOf(). Errors:
/// ProgramError naming both sides.
template <typename Function>
llvm::Expected<lowering::EntrySignature>
chooseSignature(Function entry, size_t numParameters, const ModuleText &given) {
  for (lowering::EntrySignature &signature :
       lowering::signaturesOf(given.source, given.arguments, numParameters))
    if (lowering::matches(entry, signature))
      return std::move(signature);
  return differs(cast<FunctionOpInterface>(entry.getOperation()), given);
}

/// Makes helpers private: only the entry calls them.
void hideHelpers(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>()) {
    func->removeAttr("llvm.emit_c_interface");
    func.setPrivate();
  }
}

/// Kernels are linked with each other: functions of the same name in two
/// kernels are different functions.
void hideFromLinker(ModuleOp module, FunctionOpInterface except) {
  auto internal =
      LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal);
  for (auto func : module.getOps<func::FuncOp>())
    if (func != except && !func.isExternal())
      func->setAttr("llvm.linkage", internal);
  for (auto func : module.getOps<LLVM::LLVMFuncOp>())
    if (func != except && !func.isExternal())
      func.setLinkage(LLVM::Linkage::Internal);
}

/// The function that replaces the kernel. Errors: ProgramError naming the
/// existing functions.
llvm::Expected<FunctionOpInterface> findKernel(ModuleOp module,
                                               StringRef name) {
  std::vector<std::string> others;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    if (function.getName() == name)
      return function;
    others.push_back("@" + function.getName().str());
  }
  return payloadError(module, "no function @" + name + " with a body, but " +
                                  (others.empty() ? std::string("none at all")
                                                  : llvm::join(others, ", ")) +
                                  "; name it like the kernel that it replaces");
}

/// Gives the kernel its name and bare pointers.
llvm::Error adaptKernel(ModuleOp module, const ModuleText &given) {
  MLIRGYM_TRY(auto found, findKernel(module, given.kernel));
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(found.getOperation())) {
    if (!lowering::takesBarePointers(function, given.arguments.size()))
      return differs(found, given);
    hideHelpers(module);
    hideFromLinker(module, found);
    function.setLinkage(LLVM::Linkage::External);
    return llvm::Error::success();
  }
  auto function = dyn_cast<func::FuncOp>(found.getOperation());
  if (!function)
    return differs(found, given);
  MLIRGYM_TRY(auto signature,
              chooseSignature(function, function.getNumArguments(), given));
  if (!SymbolTable::symbolKnownUseEmpty(function, module))
    return payloadError(function,
                        "@" + function.getSymName() +
                            " is called in the module; let the kernel "
                            "call another function instead");
  hideHelpers(module);
  if (!lowering::hasArguments(function, given.arguments)) {
    lowering::becomeEntry(function, signature, given.arguments);
    function.setSymName(given.kernel);
    function->removeAttr("llvm.emit_c_interface");
  }
  function->setAttr("llvm.bareptr", UnitAttr::get(module.getContext()));
  function.setPublic();
  hideFromLinker(module, function);
  return llvm::Error::success();
}

llvm::Error adapt(ModuleOp module, const ModuleText &given) {
  MLIRGYM_TRY(auto entry, lowering::findModuleEntry(module, given.source));
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(entry.getOperation())) {
    MLIRGYM_TRY(auto signature,
                chooseSignature(function, given.arguments.size(), given));
    hideHelpers(module);
    lowering::addCInterface(function, signature, given.arguments);
    return llvm::Error::success();
  }
  auto function = dyn_cast<func::FuncOp>(entry.getOperation());
  if (!function)
    return differs(entry, given);
  MLIRGYM_TRY(auto signature,
              chooseSignature(function, function.getNumArguments(), given));
  if (!SymbolTable::symbolKnownUseEmpty(function, module))
    return payloadError(function, "@" + function.getSymName() +
                                      " is called in the module; let the entry "
                                      "function call another one instead");
  hideHelpers(module);
  lowering::becomeEntry(function, signature, given.arguments);
  return llvm::Error::success();
}
} // namespace

struct ModuleReader::Impl {
  Impl() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  llvm::Expected<OwningOpRef<ModuleOp>> parse(const ModuleText &given);

  MLIRContext context;
};

ModuleReader::ModuleReader() : impl(std::make_unique<Impl>()) {}
ModuleReader::~ModuleReader() = default;

llvm::Expected<OwningOpRef<ModuleOp>>
ModuleReader::Impl::parse(const ModuleText &given) {
  FirstDiagnostic error(context);
  auto module = parsePayload(given.text, given.origin, context);
  if (module)
    return module;
  std::string what = error.what.empty() ? "not an MLIR module" : error.what;
  return llvm::make_error<ProgramError>(
      (llvm::Twine(error.place.empty() ? given.origin : error.place) + ": " +
       what + "; " + howToMend(what))
          .str());
}

/// Reduces the module to the part that is lowered, with the entry function of
/// the program.
static llvm::Error prepare(ModuleOp module, const ModuleText &given) {
  MLIRGYM_TRY_TO(stripTiming(module));
  MLIRGYM_TRY_TO(checkDialects(module));
  for (auto func : module.getOps<func::FuncOp>())
    MLIRGYM_TRY_TO(inlineResources(func));
  MLIRGYM_TRY_TO(decomposeComposites(module));
  return given.kernel.empty() ? adapt(module, given)
                              : adaptKernel(module, given);
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().assumeVerified());
  os << '\n';
  return text;
}

static std::vector<std::string> tagsIn(ModuleOp module) {
  std::vector<std::string> tags;
  module.walk([&](mlir::Operation *op) {
    if (auto tag = op->getAttrOfType<StringAttr>(tagAttribute))
      tags.push_back(tag.str());
  });
  return tags;
}

llvm::Expected<ModuleReader::Module>
ModuleReader::read(const ModuleText &given,
                   llvm::function_ref<void()> onParsed) {
  auto module = impl->parse(given);
  if (!module)
    return withFile(given.origin, module.takeError());
  onParsed();
  FirstDiagnostic error(impl->context);
  (**module)->setDiscardableAttrs(DictionaryAttr::get(&impl->context));
  (**module).removeSymNameAttr();
  OwningOpRef<ModuleOp> scripts = takeTransformScripts(**module);
  if (llvm::Error failure = prepare(**module, given))
    return withFile(given.origin, std::move(failure));
  if (failed(verify(**module)))
    return llvm::make_error<ProgramError>(
        (given.origin +
         ": the entry function cannot take the arguments of "
         "the program: " +
         error.what + "; give it the signature of the program on tensors")
            .str());

  Module result;
  result.text = print(**module);
  if (result.text.size() > maxProgramBytes)
    return llvm::make_error<ProgramError>(
        (given.origin + ": " + llvm::Twine(result.text.size() >> 20) +
         " MiB as text; at most " + llvm::Twine(maxProgramBytes >> 20) +
         " MiB can be compiled, so make weights arguments of the function")
            .str());
  result.key = hashPayload(**module);
  if (given.kernel.empty())
    return result;
  if (scripts)
    result.script = print(*scripts);
  result.tags = tagsIn(**module);
  return result;
}
} // namespace mlirgym
