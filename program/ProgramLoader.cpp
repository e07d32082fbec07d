#include "program/ProgramLoader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "program/EntryChoice.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/ProgramParts.h"
#include "program/Try.h"
#include "program/normalform/Helpers.h"
#include "program/normalform/Normalize.h"
#include "program/payload/LargeDigits.h"
#include "program/payload/ParseComplaint.h"
#include "program/payload/PayloadAnalysis.h"
#include "program/payload/PayloadCheck.h"
#include "program/payload/PayloadDialects.h"
#include "program/payload/PayloadError.h"
#include "program/payload/PayloadParser.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <vector>

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

  /// Parses and verifies. MLIR's first diagnostic becomes the error; nothing is
  /// printed to stderr.
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  parse(llvm::StringRef text, llvm::StringRef origin);
  /// ProgramLoader::parse(), but without the file in messages.
  /// `digits` are those of constants that are not in the text.
  llvm::Expected<ProgramParts>
  normalForm(llvm::StringRef text, llvm::StringRef origin,
             const EntryChoice &choice, const WeightLimits &weightLimits,
             const llvm::StringMap<llvm::StringRef> &digits,
             llvm::function_ref<void()> onParsed, TakeElements takeElements);

  mlir::MLIRContext context;
  Normalizer normalizer;
};

ProgramLoader::ProgramLoader(const WeightLimits &weightLimits)
    : limits(weightLimits), impl(std::make_unique<Impl>()) {}
ProgramLoader::~ProgramLoader() = default;
ProgramLoader::ProgramLoader(ProgramLoader &&) noexcept = default;
ProgramLoader &ProgramLoader::operator=(ProgramLoader &&) noexcept = default;

/// The error names the exceeded limit and how to stay below it.
static llvm::Error checkLimits(const ProgramParts &parts,
                               llvm::StringRef place) {
  auto tooMany = [&](const llvm::Twine &what) {
    return llvm::make_error<ProgramError>((place + ": " + what).str());
  };
  if (parts.text.size() > maxProgramBytes)
    return tooMany("a normal form of " + llvm::Twine(parts.text.size() >> 20) +
                   " MiB of text; at most " +
                   llvm::Twine(maxProgramBytes >> 20) +
                   " MiB can be compiled, so make weights arguments of the "
                   "function");
  if (parts.arguments.size() > maxArguments)
    return tooMany(llvm::Twine(parts.arguments.size()) +
                   " arguments, inputs and outputs together; at most " +
                   llvm::Twine(maxArguments) +
                   " can be run, so make some of them constants, or join "
                   "them to larger tensors");
  if (parts.operations.size() > maxOperations)
    return tooMany(llvm::Twine(parts.operations.size()) +
                   " operations; at most " + llvm::Twine(maxOperations) +
                   " are handled, so split the program");
  for (const Operation &op : parts.operations)
    if (op.inputs.size() > maxOperands || op.inits.size() > maxOperands)
      return tooMany(op.tag + " has more than " + llvm::Twine(maxOperands) +
                     " operands; split it");
  return llvm::Error::success();
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
ProgramLoader::Impl::parse(llvm::StringRef text, llvm::StringRef origin) {
  FirstDiagnostic error(context);
  auto module = parsePayload(text, origin, context);
  if (!module)
    return llvm::make_error<ProgramError>(
        (error.place.empty() ? origin.str() : error.place) + ": " +
        describe(ParseComplaint{error.what, text, error.line, error.column}));
  // Bytecode may have no locations; the file at least is known.
  if (describePlace(module->getLoc()).empty())
    (*module)->setLoc(mlir::FileLineColLoc::get(&context, origin, 0, 0));
  return module;
}

llvm::Expected<ProgramParts> ProgramLoader::parse(
    llvm::StringRef text, llvm::StringRef origin, const EntryChoice &entry,
    llvm::function_ref<void()> onParsed, TakeElements takeElements) {
  auto load = [&](Impl &with, const ReducedText &reduced,
                  llvm::StringRef payload) -> llvm::Expected<ProgramParts> {
    auto parts = with.normalForm(payload, origin, entry, limits, reduced.digits,
                                 onParsed, takeElements);
    if (!parts)
      return withFile(origin, parts.takeError());
    return parts;
  };
  if (text.size() <= limits.mostConstantBytes)
    return load(*impl, {}, text);
  // In a context of their own, resources keep their names, and constants do not
  // outlive the load.
  Impl own;
  if (isBytecode(text))
    return load(own, {}, text);
  MLIRGYM_TRY(auto reduced,
              takeLargeDigits(text, origin, 2 * limits.leastBytes));
  if (reduced.numBytes() <= limits.mostConstantBytes &&
      text.size() <= maxProgramBytes)
    return load(own, {}, text); // they stay constants
  if (reduced.text.size() > maxProgramBytes)
    return llvm::make_error<ProgramError>(
        (origin + ": " + llvm::Twine(reduced.text.size() >> 20) +
         " MiB of text besides large constants in hexadecimal digits; at "
         "most " +
         llvm::Twine(maxProgramBytes >> 20) +
         " MiB are read, so make weights arguments of the function, or write "
         "the file as bytecode")
            .str());
  return load(own, reduced, reduced.text);
}

/// The signature of a payload that passed checkPayload().
/// `weights` are its last parameters.
static SourceSignature describeSignature(mlir::func::FuncOp entry,
                                         llvm::ArrayRef<Weight> weights) {
  SourceSignature source;
  source.entry = entry.getSymName().str();
  auto describeAll = [](mlir::TypeRange types,
                        std::vector<SourceSignature::Value> &values) {
    for (mlir::Type type : types) {
      auto shaped = llvm::cast<mlir::ShapedType>(type);
      SourceSignature::Value &value = values.emplace_back();
      value.shape.assign(shaped.getShape().begin(), shaped.getShape().end());
      value.elementType = *elementTypeOf(shaped.getElementType());
      value.isTensor = llvm::isa<mlir::TensorType>(type);
    }
  };
  describeAll(entry.getArgumentTypes(), source.parameters);
  describeAll(entry.getResultTypes(), source.results);
  for (auto [parameter, weight] :
       llvm::zip(llvm::reverse(source.parameters), llvm::reverse(weights)))
    parameter.origin = weight.hasElements ? ParameterOrigin::Constant
                                          : ParameterOrigin::ElidedConstant;
  return source;
}

/// `kept`: see Normalizer::normalize().
static void numberArguments(SourceSignature &source,
                            const llvm::BitVector &kept) {
  int next = 0;
  unsigned position = 0;
  for (SourceSignature::Value &value :
       llvm::concat<SourceSignature::Value>(source.parameters, source.results))
    if (kept[position++])
      value.argument = next++;
}

llvm::Expected<ProgramParts> ProgramLoader::Impl::normalForm(
    llvm::StringRef text, llvm::StringRef origin, const EntryChoice &choice,
    const WeightLimits &weightLimits,
    const llvm::StringMap<llvm::StringRef> &digits,
    llvm::function_ref<void()> onParsed, TakeElements takeElements) {
  if (text.trim().empty())
    return llvm::make_error<ProgramError>(
        origin.str() +
        ":1:1: empty; write the program as one func.func on tensors");
  MLIRGYM_TRY(auto module, parse(text, origin));
  onParsed();
  // Passes report through the context; our own errors contain their messages.
  mlir::ScopedDiagnosticHandler quiet(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  MLIRGYM_TRY_TO(stripTiming(*module));
  MLIRGYM_TRY(auto entry, findEntry(*module, choice.function));
  MLIRGYM_TRY_TO(fixShapes(entry, choice.shapes, text));
  MLIRGYM_TRY_TO(inlineHelpers(entry));
  MLIRGYM_TRY_TO(inlineGlobals(entry));
  expandIndices(entry);
  MLIRGYM_TRY_TO(simplifyBodies(entry));
  eraseUnused(entry);
  MLIRGYM_TRY(auto weights, takeWeights(entry, weightLimits, digits));
  MLIRGYM_TRY_TO(lowerTosa(entry));
  storeScalars(entry);
  settleShapes(entry);
  storeMasksAsBytes(entry);
  MLIRGYM_TRY_TO(storeSmallFloatsAsBytes(entry));
  MLIRGYM_TRY_TO(checkPayload(entry));
  MLIRGYM_TRY_TO(inlineResources(entry));
  // The location of the file: that of the entry may be in another file.
  mlir::Location place = module->getLoc();
  ProgramParts parts;
  parts.source = describeSignature(entry, weights);
  llvm::BitVector kept;
  MLIRGYM_TRY_TO(normalizer.normalize(*module, entry, &kept));
  numberArguments(parts.source, kept);

  llvm::raw_string_ostream os(parts.text);
  // operator<< would print each affine map at every use.
  module->print(os, mlir::OpPrintingFlags().assumeVerified());
  os << '\n';
  parts.operations = analyzeOperations(entry);
  parts.arguments = analyzeArguments(entry);
  parts.key = hashPayload(*module);
  MLIRGYM_TRY_TO(checkLimits(parts, describePlace(place)));
  std::vector<ConstantElements> elements;
  for (const Weight &weight : weights)
    if (weight.hasElements)
      elements.push_back(weight.elements);
  takeElements(parts.source, elements);
  return parts;
}

Program ProgramLoader::assemble(ProgramParts parts, llvm::StringRef name) {
  Program program;
  program.programName = name.str();
  program.entrySymbol = entryName.str();
  program.ir = std::move(parts.text);
  program.ops = std::move(parts.operations);
  program.args = std::move(parts.arguments);
  program.signature = std::move(parts.source);
  program.programKey = parts.key;
  program.work = complexityOf(program.ops, program.args);
  return program;
}

llvm::Expected<Program> ProgramLoader::loadText(llvm::StringRef text,
                                                llvm::StringRef name,
                                                llvm::StringRef origin,
                                                const EntryChoice &entry) {
  MLIRGYM_TRY(auto parts, parse(text, origin, entry));
  return assemble(std::move(parts), name);
}

llvm::Expected<Program> ProgramLoader::loadGenerated(llvm::StringRef name) {
  MLIRGYM_TRY(auto text, generateProgram(name));
  return loadText(text, name, name);
}

} // namespace mlirgym
