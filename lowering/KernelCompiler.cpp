#include "lowering/KernelCompiler.h"

#include "lowering/ApplyScript.h"
#include "lowering/LoweringPipeline.h"
#include "lowering/LoweringStage.h"
#include "lowering/gpu/GpuKernels.h"
#include "lowering/gpu/LaunchPlan.h"
#include "lowering/module/Dialects.h"
#include "lowering/module/GpuMapping.h"
#include "lowering/module/Rewrite.h"
#include "lowering/target/CodeGen.h"
#include "lowering/target/GpuProcessor.h"
#include "lowering/target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "outcome/Measurement.h"
#include "program/Placement.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

using namespace mlir;

namespace mlirgym {
namespace {

/// Messages are stored in exec data, but some diagnostics print whole ops.
constexpr size_t maxMessageBytes = 600;

DialectRegistry makeRegistry() {
  DialectRegistry registry;
  lowering::registerLoweringDialects(registry);
  registerAllToLLVMIRTranslations(registry);
  return registry;
}

/// Pass pipelines are parsed by the names of registered passes.
void registerPassesOnce() {
  static const bool registered =
      (registerAllPasses(), lowering::registerLoweringPasses(), true);
  (void)registered;
}

/// Collects the first error and its notes as text instead of printing them to
/// stderr.
class DiagnosticText {
public:
  explicit DiagnosticText(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              text.empty())
            append(diagnostic);
          return success();
        }) {}

  /// The text so far, "no diagnostic" if there is none.
  std::string take() {
    std::string taken = text.empty() ? "no diagnostic" : text;
    text.clear();
    if (taken.size() > maxMessageBytes)
      taken = taken.substr(0, maxMessageBytes) + "...";
    return taken;
  }

private:
  void append(Diagnostic &diagnostic) {
    llvm::raw_string_ostream os(text);
    printPosition(os, diagnostic.getLocation());
    os << diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      os << "; " << note.str();
  }
  static void printPosition(llvm::raw_ostream &os, Location location) {
    if (auto position = location->findInstanceOf<FileLineColLoc>())
      os << position.getFilename().getValue() << ":" << position.getLine()
         << ": ";
  }

  std::string text;
  ScopedDiagnosticHandler handler;
};

std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  os << "\n";
  return text;
}

std::string print(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, nullptr);
  return text;
}

std::string bitcode(const llvm::Module &module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  llvm::WriteBitcodeToFile(module, os);
  return bytes;
}

/// The operation on a line of the script: "transform.structured.fuse".
StringRef transformOpOnLine(StringRef script, unsigned line) {
  for (unsigned i = 1; i < line; ++i)
    script = script.split('\n').second;
  StringRef text = script.split('\n').first;
  size_t start = text.find("transform.");
  if (start == StringRef::npos)
    return "";
  return text.substr(start).take_while(
      [](char c) { return llvm::isAlnum(c) || c == '.' || c == '_'; });
}

/// "script:12: message" becomes "transform.structured.tile_using_for (line 12
/// of the script): message".
std::string nameTransformOp(StringRef script, StringRef message) {
  StringRef rest = message;
  unsigned line;
  if (!rest.consume_front("script:") || rest.consumeInteger(10, line))
    return message.str();
  StringRef op = transformOpOnLine(script, line);
  rest.consume_front(": ");
  return (llvm::Twine(op.empty() ? StringRef("transform script") : op) +
          " (line " + llvm::Twine(line) + " of the script): " + rest)
      .str();
}

/// Records the pass that failed. If passes run other passes, the innermost
/// reports first.
class FailedPass : public PassInstrumentation {
public:
  void runAfterPassFailed(Pass *pass, Operation *) override {
    if (name.empty())
      name = pass->getArgument();
  }
  StringRef take() { return std::exchange(name, StringRef()); }

private:
  StringRef name;
};

/// A stage of the lowering: parsed once, run on many modules.
class Stage {
public:
  Stage(MLIRContext &context, StringRef pipeline, bool verifyEach)
      : passes(PassManager::on<ModuleOp>(&context)) {
    passes.enableVerifier(verifyEach);
    if (failed(parsePassPipeline(pipeline, passes)))
      llvm::report_fatal_error("no pipeline: " + pipeline);
    auto instrumentation = std::make_unique<FailedPass>();
    failedPass = instrumentation.get();
    passes.addInstrumentation(std::move(instrumentation));
  }
  LogicalResult run(ModuleOp module) { return passes.run(module); }
  /// The pass that failed in the last run.
  StringRef takeFailedPass() { return failedPass->take(); }

private:
  PassManager passes;
  FailedPass *failedPass; ///< owned by passes
};
} // namespace

struct KernelCompiler::Impl {
  explicit Impl(const KernelCompilerOptions &options)
      : context(makeRegistry(), MLIRContext::Threading::DISABLED),
        vectorize((prepare(), context), options.pipeline.vectorize,
                  options.verifyEach),
        bufferize(context, options.pipeline.bufferize, options.verifyEach),
        fromBuffers(context, options.pipeline.fromBuffers, options.verifyEach),
        toLlvm(context, options.pipeline.toLlvm, options.verifyEach),
        isGpu(llvm::Triple(options.target.triple).isNVPTX()),
        codeGen(lowering::CodeGen::create(options.target)) {}

  void prepare() {
    registerPassesOnce();
    // Load all of them once, here: patterns create ops of dialects that do not
    // occur in the program.
    context.loadAllAvailableDialects();
  }

  /// Runs the stages up to and including `last`. Sets `output.status` and
  /// `output.message` and returns false on failure.
  bool run(StringRef programText, StringRef entry, StringRef script,
           LoweringStage last, CompileOutput &output);
  /// A copy of the program, parsed.
  OwningOpRef<ModuleOp> parse(StringRef programText);
  bool transform(StringRef programText, StringRef script,
                 CompileOutput &output);
  /// Runs passes on `module` instead of a script.
  bool runPasses(StringRef pipeline, CompileOutput &output);
  bool lower(StringRef entry, LoweringStage last, CompileOutput &output);
  /// The stages before the last one.
  bool lowerToBuffers(LoweringStage last, CompileOutput &output);
  bool runStage(Stage &stage, CompileOutput &output);
  bool generate(LoweringStage last, CompileOutput &output);

  bool fail(CompileOutput &output, Status status, std::string message) {
    output.status = status;
    output.message = std::move(message);
    return false;
  }

  MLIRContext context;
  Stage vectorize, bufferize, fromBuffers, toLlvm;
  const bool isGpu;
  llvm::Expected<lowering::CodeGen> codeGen;

  /// By text: many schedules of a few programs are compiled.
  llvm::StringMap<OwningOpRef<ModuleOp>> parsed;

  // The current program.
  OwningOpRef<ModuleOp> module;
  LaunchPlan plan; ///< if isGpu
  std::unique_ptr<llvm::LLVMContext> llvmContext;
  std::unique_ptr<llvm::Module> llvmModule;
  bool asText = false;
};

constexpr StringLiteral pipelineBegin = "builtin.module(";

bool KernelCompiler::Impl::runPasses(StringRef pipeline,
                                     CompileOutput &output) {
  StringRef inner = pipeline;
  std::string why;
  llvm::raw_string_ostream os(why);
  PassManager passes(&context, ModuleOp::getOperationName());
  if (!inner.consume_front(pipelineBegin) || !inner.consume_back(")") ||
      failed(parsePassPipeline(inner, passes, os)))
    return fail(output, Status::TransformFailed,
                "the pass pipeline cannot be read: " +
                    llvm::join(llvm::split(StringRef(why).trim(), '\n'), "; "));
  auto instrumentation = std::make_unique<FailedPass>();
  FailedPass *failedPass = instrumentation.get();
  passes.addInstrumentation(std::move(instrumentation));
  DiagnosticText diagnostics(&context);
  if (succeeded(passes.run(*module)))
    return true;
  return fail(output, Status::TransformFailed,
              (failedPass->take() + ": " + diagnostics.take()).str());
}

OwningOpRef<ModuleOp> KernelCompiler::Impl::parse(StringRef programText) {
  constexpr size_t mostBytes = 1 << 14, mostPrograms = 16;
  if (auto known = parsed.find(programText); known != parsed.end())
    return known->second->clone();
  auto program = parseSourceString<ModuleOp>(programText,
                                             ParserConfig(&context), "program");
  if (!program)
    return program;
  // Removes the marks of resident arguments: a kernel copies no arguments.
  for (auto function : program->getOps<func::FuncOp>())
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, onDeviceAttribute);
  if (programText.size() > mostBytes)
    return program;
  if (parsed.size() == mostPrograms)
    parsed.clear();
  OwningOpRef<ModuleOp> copy = program->clone();
  parsed[programText] = std::move(program);
  return copy;
}

bool KernelCompiler::Impl::transform(StringRef programText, StringRef script,
                                     CompileOutput &output) {
  DiagnosticText diagnostics(&context);
  module = parse(programText);
  if (!module)
    return fail(output, Status::TransformFailed, diagnostics.take());
  if (script.trim().starts_with(pipelineBegin))
    return runPasses(script.trim(), output);
  if (failed(lowering::applyScript(*module, script)))
    return fail(output, Status::TransformFailed,
                nameTransformOp(script, diagnostics.take()));
  // The only verification before LLVM's: only our passes make the later IR.
  if (failed(verify(*module)))
    return fail(output, Status::TransformFailed,
                "invalid IR after the script: " + diagnostics.take());
  auto isForGpu = [](Operation *op) {
    auto loops = dyn_cast<scf::ForallOp>(op);
    return loops && lowering::isForGpu(loops);
  };
  if (!isGpu && lowering::contains(*module, isForGpu))
    return fail(output, Status::TransformFailed,
                "loops are mapped to blocks or threads of a GPU, and the code "
                "is for a processor; use tile_parallel, or a GPU as target");
  return true;
}

bool KernelCompiler::Impl::runStage(Stage &stage, CompileOutput &output) {
  DiagnosticText diagnostics(&context);
  if (succeeded(stage.run(*module)))
    return true;
  return fail(output, Status::LoweringFailed,
              (stage.takeFailedPass() + ": " + diagnostics.take()).str());
}

static bool hasTensors(ModuleOp module) {
  auto isTensor = llvm::IsaPred<TensorType>;
  return lowering::contains(module, [&](Operation *op) {
    return llvm::any_of(op->getResultTypes(), isTensor) ||
           llvm::any_of(op->getOperandTypes(), isTensor);
  });
}

bool KernelCompiler::Impl::lowerToBuffers(LoweringStage last,
                                          CompileOutput &output) {
  if (hasTensors(*module))
    return runStage(vectorize, output) &&
           (last == LoweringStage::Vectorized || runStage(bufferize, output));
  return last == LoweringStage::Vectorized || runStage(fromBuffers, output);
}

bool KernelCompiler::Impl::lower(StringRef entry, LoweringStage last,
                                 CompileOutput &output) {
  if (!lowerToBuffers(last, output))
    return false;
  if (last == LoweringStage::Vectorized || last == LoweringStage::Bufferized)
    return true;
  if (!runStage(toLlvm, output))
    return false;
  Operation *code = *module;
  if (isGpu) {
    auto kernels = lowering::GpuKernels::of(*module);
    if (!kernels)
      return fail(output, Status::LoweringFailed,
                  llvm::toString(kernels.takeError()));
    code = kernels->module;
    plan = std::move(kernels->plan);
  }
  DiagnosticText diagnostics(&context);
  llvmModule.reset(); // before the context that owns its types
  llvmContext = std::make_unique<llvm::LLVMContext>();
  llvmModule = translateModuleToLLVMIR(code, *llvmContext, entry);
  if (!llvmModule)
    return fail(output, Status::LoweringFailed,
                "translate to LLVM IR: " + diagnostics.take());
  if (isGpu)
    lowering::useDynamicSharedMemory(*llvmModule, plan);
  return true;
}

bool KernelCompiler::Impl::generate(LoweringStage last, CompileOutput &output) {
  codeGen->optimize(*llvmModule);
  if (isGpu)
    if (llvm::Error error = lowering::requireNoLibrary(*llvmModule))
      return fail(output, Status::LoweringFailed,
                  llvm::toString(std::move(error)));
  if (last == LoweringStage::Llvm || last == LoweringStage::Bitcode)
    return true;
  llvm::Expected<llvm::SmallVector<char, 0>> code = codeGen->emit(
      *llvmModule, asText || isGpu ? lowering::CodeFormat::Assembly
                                   : lowering::CodeFormat::Object);
  if (!code)
    return fail(output, Status::CompileFailed,
                llvm::toString(code.takeError()));
  if (isGpu) {
    const std::string text = plan.text();
    code->insert(code->begin(), text.begin(), text.end());
  }
  output.object = std::move(*code);
  return true;
}

bool KernelCompiler::Impl::run(StringRef programText, StringRef entry,
                               StringRef script, LoweringStage last,
                               CompileOutput &output) {
  if (!codeGen) {
    std::string message = llvm::toString(codeGen.takeError());
    codeGen = llvm::createStringError(message);
    return fail(output, Status::CompileFailed, message);
  }
  Stopwatch watch;
  bool ok = transform(programText, script, output);
  output.phases.transformMs = watch.milliseconds();
  if (!ok || last == LoweringStage::Scheduled)
    return ok;
  watch = Stopwatch();
  ok = lower(entry, last, output);
  output.phases.lowerMs = watch.milliseconds();
  if (!ok || last < LoweringStage::Llvm)
    return ok;
  watch = Stopwatch();
  ok = generate(last, output);
  output.phases.compileMs = watch.milliseconds();
  return ok;
}

lowering::LoweringPipeline
KernelCompilerOptions::pipelineFor(const Target &target) {
  if (llvm::Triple(target.triple).isNVPTX())
    return lowering::LoweringPipeline::forGpu(GpuProcessor::of(target));
  return lowering::LoweringPipeline::of({.bits = target.vectorBits,
                                         .registers = target.vectorRegisters,
                                         .dots = target.dots});
}

KernelCompiler::KernelCompiler(const KernelCompilerOptions &options)
    : impl(std::make_unique<Impl>(options)) {}
KernelCompiler::~KernelCompiler() = default;

CompileOutput KernelCompiler::compile(StringRef programText, StringRef entry,
                                      StringRef script) {
  CompileOutput output;
  impl->asText = false;
  impl->run(programText, entry, script, LoweringStage::Assembly, output);
  return output;
}

llvm::Expected<std::string> KernelCompiler::dump(StringRef programText,
                                                 StringRef entry,
                                                 StringRef script,
                                                 LoweringStage stage) {
  CompileOutput output;
  impl->asText = true;
  if (!impl->run(programText, entry, script, stage, output))
    return llvm::createStringError(output.message);
  switch (stage) {
  case LoweringStage::Scheduled:
  case LoweringStage::Vectorized:
  case LoweringStage::Bufferized:
    return print(impl->module->getOperation());
  case LoweringStage::Llvm:
    return print(*impl->llvmModule);
  case LoweringStage::Assembly:
    return std::string(output.object.begin(), output.object.end());
  case LoweringStage::Bitcode:
    return bitcode(*impl->llvmModule);
  }
  llvm_unreachable("a LoweringStage without its text");
}
} // namespace mlirgym
